import { screen, within } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import type { PointState, TreeBranch } from '../model/types';
import { PointTree } from './point-tree';

function point(id: number, name: string, level: number): PointState {
  return {
    id,
    projectId: 7,
    name,
    structureId: 1,
    itemId: 2,
    measurement: 'Waterlevel',
    category: 'WATERLEVEL',
    kind: '',
    level,
    judgement: { code: 'judged', reason: '', since: 0, fields: [] },
    judgedBy: undefined,
    held: undefined,
    time: Date.now(),
    interval: 900,
    field: { name: 'level', label: '水位', unit: 'm', decimals: 3, valueTypes: ['accumulated'] },
    main: 'accumulated',
    noInitial: false,
    observed: 1.777,
    accumulated: -1.297,
    rate: null,
    share: null,
    node: null,
    flags: [],
    health: 'normal',
    pages: ['hda-chart'],
  };
}

const branches: TreeBranch[] = [
  {
    kind: 'structure',
    id: 1,
    structureId: 1,
    name: '北塘围堰主体',
    level: 3,
    branches: [],
    points: [point(11, 'SW-01', 0), point(12, 'SW-09', 3)],
  },
];

async function draw() {
  const onPoint = vi.fn();
  const result = await renderWithProviders(
    <PointTree branches={branches} selected="point:11" onPoint={onPoint} measurementName={() => '水位'} />,
  );
  return { ...result, onPoint, tree: screen.getByRole('tree') };
}

const names = () => screen.queryAllByRole('treeitem').map((line) => line.textContent);

test('shows each point with level, value and unit, and passes axe', async () => {
  const { container } = await draw();
  const line = screen.getByRole('treeitem', { name: /SW-09/ });
  expect(line).toHaveTextContent('−1.297 m');
  expect(within(line).getByRole('img', { name: '橙色' })).toBeInTheDocument();
  expect(screen.getByRole('treeitem', { name: /SW-01/ })).toHaveAttribute('aria-selected', 'true');
  expect(await axeViolations(container)).toEqual([]);
});

test('moves, opens and collapses by keyboard', async () => {
  const { user, tree, onPoint } = await draw();
  tree.focus();
  await user.keyboard('{ArrowDown}');
  expect(tree).toHaveAttribute('aria-activedescendant', 'tree-point:12');
  await user.keyboard('{Enter}');
  expect(onPoint).toHaveBeenCalledWith(expect.objectContaining({ name: 'SW-09' }));
  await user.keyboard('{Home}{ArrowLeft}');
  expect(names()).toHaveLength(1);
  await user.keyboard('{ArrowRight}');
  expect(names()).toHaveLength(3);
});

test('filters by level and by name', async () => {
  const { user } = await draw();
  await user.click(screen.getByRole('button', { name: '1 个橙色测点，只看' }));
  expect(names()).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: '搜索测点、监测项' }), 'zzz');
  expect(screen.getByText('没有符合条件的测点')).toBeInTheDocument();
});
