import { screen } from '@testing-library/react';
import { judgedLevel, levels } from '@/shared/theme/tokens';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { LevelIcon } from './level-icon';
import { LevelTag } from './level-tag';

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

test('what was never read has no level', async () => {
  await renderWithProviders(
    <>
      <LevelTag level={judgedLevel(0, null)} />
      <LevelTag level={judgedLevel(0, 1)} />
      <LevelTag level={judgedLevel(1, 0)} />
    </>,
    { language: 'en' },
  );
  expect(document.body).toHaveTextContent('No dataNormalBlue');
});
