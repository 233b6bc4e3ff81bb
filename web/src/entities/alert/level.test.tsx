import { screen } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { levelFill, levels, tokens } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';
import { levelPicture } from './level-shapes';
import { LevelTag } from './level-tag';
import { type Mark, markRank, pointMark, tallyMark, worstMark } from './mark';

test('a level is named by its word, in the language on the screen', async () => {
  await renderWithProviders(levels.map((level) => <LevelIcon key={level} level={level} />));
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
    '正常',
    '蓝色',
    '黄色',
    '橙色',
    '红色',
  ]);
});

test('a stale level says so', async () => {
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

test('the small red keeps its sign, so that it is no circle', async () => {
  const { container } = await renderWithProviders(<LevelIcon level={4} size={12} />);
  expect(container.querySelectorAll('path')).toHaveLength(2);
});

test('a tag says the level in words once', async () => {
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
  ['normal', pointMark(0, 1), 'Normal', 'tick'],
  ['blue', pointMark(1, 1), 'Blue', 'color'],
  ['red of a reading that no longer counts', pointMark(4, 1), 'Red', 'color'],
  ['a reading that nothing judges', pointMark(null, 1), 'Not judged', 'bar'],
  ['a point without any reading', pointMark(null, 0), 'No data', 'dots'],
  ['a point whose time is not known', pointMark(null, null), 'No data', 'dots'],
  ['many, one of them orange', tallyMark({ ...tally, level: 3 }), 'Orange', 'color'],
  ['many, none judged', tallyMark({ ...tally, level: null }), 'Not judged', 'bar'],
  ['many, none ever read', tallyMark({ points: 3, noData: 3, level: null }), 'No data', 'dots'],
  ['none at all', tallyMark({ points: 0, noData: 0, level: null }), 'Not judged', 'bar'],
])('%s', async (_, mark, word, look) => {
  const { container } = await renderWithProviders(<LevelIcon level={mark} size={18} />, { language: 'en' });
  const icon = screen.getByRole('img', { name: word });
  const colors = levelFill.filter((fill) => icon.outerHTML.includes(fill));
  expect(colors).toHaveLength(look === 'tick' || look === 'color' ? 1 : 0);
  expect(container.querySelectorAll('path')).toHaveLength(look === 'dots' ? 1 : 2);
  expect(icon.outerHTML.includes('stroke-dasharray')).toBe(look === 'dots');
  expect(levelPicture(mark, 22, tokens.white)).toMatch(look === 'dots' ? /dasharray/ : /^(?!.*dasharray)/);
});

test('a stale level keeps its color, hollow; what is not judged has none to keep', async () => {
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

test('every level is worse than what is not judged, and that than what has no data', () => {
  const marks: Mark[] = ['noData', 'notJudged', ...levels];
  expect([...marks].reverse().sort((a, b) => markRank(a) - markRank(b))).toEqual(marks);
  expect(worstMark(['noData', 0, 'notJudged'])).toBe(0);
  expect(worstMark([])).toBe('notJudged');
});
