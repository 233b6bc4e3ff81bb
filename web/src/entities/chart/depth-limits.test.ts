import { changesWithDepth, depthLimits, thresholdAt } from './depth-limits';
import type { Threshold } from './threshold-lines';

const row = (red: number, nodeRange: [number, number] | null): Threshold => ({
  ...{ field: 'x', valueType: 'accumulated', blue: null, yellow: null, orange: null },
  ...{ red, nodeRange, enable: true },
});
const nodes = [0, 1, 2, 3].map((no) => ({ no, depth: no * 2, value: 5 - no }));

test('a limit steps halfway between the nodes of two thresholds', () => {
  const limits = depthLimits([row(6, [0, 1]), row(3, [2, 3])], nodes, [0, 5]);
  expect(limits).toEqual([
    {
      level: 4,
      points: [
        [6, 0],
        [6, 1],
        [6, 1],
        [6, 3],
        [3, 3],
        [3, 5],
        [3, 5],
        [3, 6],
      ],
    },
  ]);
});

test('draws no limit at nodes without a threshold or far beyond the data', () => {
  const [limit] = depthLimits([row(6, [0, 0]), row(3, [3, 3])], nodes, [0, 5]);
  expect(limit?.points).toEqual([[6, 0], [6, 1], null, [3, 5], [3, 6]]);
  expect(depthLimits([row(600, [0, 3])], nodes, [0, 5])).toEqual([]);
});

test('draws the limit on the negative side for negative data', () => {
  const [limit] = depthLimits([row(6, [0, 3])], nodes, [-5, 0]);
  expect(limit?.points[0]).toEqual([-6, 0]);
});

test('a threshold without a node range applies to all nodes', () => {
  expect(changesWithDepth([row(6, null)])).toBe(false);
  expect(changesWithDepth([row(6, [0, 1]), row(3, null)])).toBe(true);
  expect(thresholdAt([row(6, [0, 1]), row(3, null)], 2)?.red).toBe(3);
});
