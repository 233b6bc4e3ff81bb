import { type Branch, branchesOfStructures, linesOf, opensAtFirst } from './console-tree';

const branch = (id: number, kind: Branch['kind'], children: Branch[] = []): Branch => ({
  id,
  name: `${kind} ${id}`,
  kind,
  mark: 0,
  points: undefined,
  children,
});
const small = [
  branch(1, 'structure', [branch(2, 'item', [branch(3, 'point'), branch(4, 'point')]), branch(5, 'point')]),
  branch(6, 'structure'),
];
const large = Array.from({ length: 200 }, (_, i) =>
  branch(1000 + i, 'structure', [branch(2000 + i, 'item', [branch(3000 + i, 'point')])]),
);
const wanted = { base: '/c', hereId: 0, touched: new Map<number, boolean>(), text: '' };
const shown = (branches: Branch[], more: Partial<typeof wanted> = {}) =>
  linesOf(branches, { ...wanted, ...more }).map(({ branch: { id }, open }) => [id, open]);

test('a small project starts with expanded structures and collapsed items', () => {
  expect(shown(small)).toEqual([
    [1, true],
    [2, false],
    [5, undefined],
    [6, undefined],
  ]);
});

test('two hundred structures start collapsed, except for the path to the current page', () => {
  expect(opensAtFirst(large)).toBe(false);
  expect(shown(large)).toHaveLength(200);
  expect(shown(large, { hereId: 3007 }).slice(7, 10)).toEqual([
    [1007, true],
    [2007, true],
    [3007, undefined],
  ]);
});

test('keeps what the user expanded or collapsed', () => {
  const touched = new Map([
    [1, false],
    [1003, true],
  ]);
  expect(shown(small, { touched })).toEqual([
    [1, false],
    [6, undefined],
  ]);
  expect(shown(large, { touched })).toHaveLength(201);
});

test('a search shows matches and the path to them', () => {
  expect(shown(large, { text: ' POINT 3150 ' })).toEqual([
    [1150, true],
    [2150, true],
    [3150, undefined],
  ]);
  expect(shown(small, { text: 'item' })).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(shown(small, { text: 'nothing' })).toEqual([]);
});

test('rows link to their consoles, with item 0 for points outside items', () => {
  const paths = linesOf(small, { ...wanted, touched: new Map([[2, true]]) }).map(({ path }) => path);
  expect(paths).toEqual([
    '/c/structures/1',
    '/c/structures/1/items/2',
    '/c/structures/1/items/2/mps/3',
    '/c/structures/1/items/2/mps/4',
    '/c/structures/1/items/0/mps/5',
    '/c/structures/6',
  ]);
});

test('lists structures before their levels and points load', () => {
  const list = [
    { id: 6, name: 'B', isItem: false, parentId: 0 },
    { id: 7, name: 'b1', isItem: true, parentId: 6 },
  ];
  expect(branchesOfStructures(list)).toMatchObject([
    { id: 6, mark: undefined, points: undefined, children: [{ id: 7, kind: 'item' }] },
  ]);
  const tally = { structureId: 7, level: 3, points: 2, noData: 0, measuringPoints: 2 };
  const branches = branchesOfStructures(list, [tally]);
  expect(branches[0]?.children).toMatchObject([{ id: 7, mark: 3, points: 2 }]);
  expect(shown(branches)).toEqual([
    [6, true],
    [7, false],
  ]);
});
