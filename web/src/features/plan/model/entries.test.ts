import type { components } from '@/api/schema.gen';
import { type Entry, nextUnplaced, ownersOf, pointEntries, pointsBelow } from './entries';

type TreeNode = components['schemas']['TreeNode'];

function node(kind: TreeNode['kind'], id: number, children: TreeNode[] = []): TreeNode {
  return {
    kind,
    id,
    name: `${kind} ${id}`,
    type: '',
    measurement: '',
    pointKind: '',
    level: 0,
    points: 0,
    judged: 0,
    notJudged: 0,
    noData: 0,
    stale: 0,
    levels: [0, 0, 0, 0, 0],
    pointCount: 0,
    lastReading: 0,
    children,
  };
}

const tree = [
  node('structure', 1, [node('item', 2, [node('point', 10), node('point', 11)]), node('point', 12)]),
  node('structure', 3, [node('point', 13)]),
];

test('drawings belong to structures and items', () => {
  expect(ownersOf(tree)).toEqual([
    { id: 1, name: 'structure 1' },
    { id: 2, name: 'item 2', parent: 'structure 1' },
    { id: 3, name: 'structure 3' },
  ]);
});

test.each([
  [1, [10, 11, 12]],
  [2, [10, 11]],
  [3, [13]],
  [undefined, [10, 11, 12, 13]],
  [99, []],
])('owner %s has the points %j', (owner, ids) => {
  expect(pointsBelow(tree, owner).map(({ id }) => id)).toEqual(ids);
});

test('placing continues with the next unplaced point', () => {
  const entries: Entry[] = pointEntries(pointsBelow(tree), new Set([11]));
  expect(nextUnplaced(entries, 10)?.id).toBe(12);
  expect(nextUnplaced(entries, 13)?.id).toBe(10);
  expect(nextUnplaced(pointEntries(pointsBelow(tree), new Set([10, 11, 12, 13])), 10)).toBeUndefined();
});
