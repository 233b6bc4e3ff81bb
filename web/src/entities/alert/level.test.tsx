import { screen } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { levelFill, levels, tokens } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';
import { levelPicture } from './level-shapes';
import { LevelTag } from './level-tag';
import { type Mark, markRank, pointMark, tallyMark, worstMark } from './mark';

test('names each level in the current language', async () => {
  await renderWithProviders(levels.map((level) => <LevelIcon key={level} level={level} />));
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
    '正常',
    '蓝色',
    '黄色',
    '橙色',
    '红色',
  ]);
});

test('labels a stale level as overdue', async () => {
  await renderWithProviders(<LevelIcon level={3} stale />, { language: 'en' });
  expect(screen.getByRole('img', { name: 'Orange, data overdue' })).toBeInTheDocument();
});

test('no two levels have the same outline', async () => {
  const { container } = await renderWithProviders(
    levels.map((level) => <LevelIcon key={level} level={level} size={18} />),
  );
  const outlines = [...container.querySelectorAll('svg')].map((svg) => svg.querySelector('path')?.getAttribute('d'));
  expect(new Set(outlines).size).toBe(5);
});

test('the red icon keeps its sign at 12 px', async () => {
  const { container } = await renderWithProviders(<LevelIcon level={4} size={12} />);
  expect(container.querySelectorAll('path')).toHaveLength(2);
});

test('a tag names the level once, as text', async () => {
  const { container } = await renderWithProviders(
    <>
      <LevelTag level={4} />
      <LevelTag level={4} solid />
    </>,
  );
  expect(screen.getByText('红色')).toBeInTheDocument();
  expect(screen.getByText('红色告警')).toBeInTheDocument();
  expect(screen.queryByRole('img')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

const tally = { points: 3, noData: 0 };

test.each<[string, Mark, string, string]>([
  ['a normal point', pointMark(0, 1), 'Normal', 'tick'],
  ['a blue point', pointMark(1, 1), 'Blue', 'color'],
  ['a red point with an old reading', pointMark(4, 1), 'Red', 'color'],
  ['a point that is not judged', pointMark(null, 1), 'Not judged', 'bar'],
  ['a point without readings', pointMark(null, 0), 'No data', 'dots'],
  ['a point with an unknown reading time', pointMark(null, null), 'No data', 'dots'],
  ['a group with an orange point', tallyMark({ ...tally, level: 3 }), 'Orange', 'color'],
  ['a group without judged points', tallyMark({ ...tally, level: null }), 'Not judged', 'bar'],
  ['a group without data', tallyMark({ points: 3, noData: 3, level: null }), 'No data', 'dots'],
  ['an empty group', tallyMark({ points: 0, noData: 0, level: null }), 'Not judged', 'bar'],
])('draws %s', async (_, mark, word, look) => {
  const { container } = await renderWithProviders(<LevelIcon level={mark} size={18} />, { language: 'en' });
  const icon = screen.getByRole('img', { name: word });
  const colors = levelFill.filter((fill) => icon.outerHTML.includes(fill));
  expect(colors).toHaveLength(look === 'tick' || look === 'color' ? 1 : 0);
  expect(container.querySelectorAll('path')).toHaveLength(look === 'dots' ? 1 : 2);
  expect(icon.outerHTML.includes('stroke-dasharray')).toBe(look === 'dots');
  expect(levelPicture(mark, 22, tokens.white)).toMatch(look === 'dots' ? /dasharray/ : /^(?!.*dasharray)/);
});

test('a stale level keeps its color, and a mark that is not judged has none', async () => {
  await renderWithProviders(
    <>
      <LevelIcon level={2} stale />
      <LevelIcon level="notJudged" stale />
    </>,
    { language: 'en' },
  );
  expect(screen.getByRole('img', { name: 'Yellow, data overdue' }).outerHTML).toContain(levelFill[2]);
  expect(screen.getByRole('img', { name: 'Not judged' }).outerHTML).not.toMatch(/#[0-9A-F]{6}/);
});

test('ranks every level above not judged, and not judged above no data', () => {
  const marks: Mark[] = ['noData', 'notJudged', ...levels];
  expect([...marks].reverse().sort((a, b) => markRank(a) - markRank(b))).toEqual(marks);
  expect(worstMark(['noData', 0, 'notJudged'])).toBe(0);
  expect(worstMark([])).toBe('notJudged');
});
