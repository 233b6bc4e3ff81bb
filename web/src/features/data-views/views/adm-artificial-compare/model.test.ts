import { csvText } from '../../model/table';
import type { FieldInfo, PointState } from '../../model/types';
import { type Comparison, comparisonTable, fieldOf, holeOf, holesOf, obstacleOf, profileOf } from './model';

const field = (name: string) => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] }) as FieldInfo;
const point = (id: number, category: string, itemId: number, structureId = 1) =>
  ({ id, category, itemId, structureId }) as PointState;
const comparison: Comparison = {
  ...{ runs: [5, 9], run: 9, reading: 10, zeroRun: 5, zeroReading: 5, increments: false },
  pairs: [
    { no: 0, depth: 0.5, manual: 5, automatic: 4, difference: 1 },
    { no: 1, depth: 1.5, manual: null, automatic: 2, difference: null },
  ],
  statistics: { count: 1, max: 1, maxDepth: 0.5, mean: 1, rms: 1, correlation: null },
};

test('only A and B are compared', () => {
  const fields = ['res', 'x', 'y'].map(field);
  expect([fieldOf(fields, { direction: null }), fieldOf(fields, { direction: 'y' })].map((one) => one?.name)).toEqual([
    'x',
    'y',
  ]);
  expect(fieldOf([field('settlement')], { direction: null })).toBeNull();
});

test('the casing is the chosen one, one of the item, or the only one of the structure', () => {
  const array = point(1, 'ADM', 7);
  const all = [point(2, 'RDM', 8), point(3, 'RDM', 7), point(4, 'RDM', 7, 2), array];
  const holes = holesOf(all, array);
  expect(holes.map((one) => one.id)).toEqual([3, 2]);
  expect(holeOf(holes, array, { points: [] })?.id).toBe(3);
  expect(holeOf(holes, array, { points: [2] })?.id).toBe(2);
  expect(holeOf(holes, array, { points: [4] })?.id).toBe(3);
  expect(holeOf([point(2, 'RDM', 8)], array, { points: [] })?.id).toBe(2);
  expect(holeOf([point(2, 'RDM', 8), point(5, 'RDM', 9)], array, { points: [] })).toBeNull();
});

test('what prevents a comparison is named', () => {
  expect(obstacleOf(comparison)).toBeNull();
  expect(obstacleOf({ ...comparison, run: 0 })).toBe('noRun');
  expect(obstacleOf({ ...comparison, reading: 0 })).toBe('noReading');
  expect(obstacleOf({ ...comparison, zeroRun: 0 })).toBe('noZero');
  expect(obstacleOf({ ...comparison, statistics: { ...comparison.statistics, count: 0 } })).toBe('noDepth');
});

test('the profile and the file have both results', () => {
  const t = ((key: string) => key) as never;
  expect(profileOf(comparison, field('x'), null, t).curves[0]?.nodes[1]).toEqual({
    depth: 1.5,
    first: null,
    second: 2,
  });
  const heads = {
    run: 'run',
    reading: 'reading',
    zero: 'zero',
    columns: ['depth', 'manual', 'automatic', 'difference'],
  };
  expect(
    csvText(comparisonTable(comparison, heads, String))
      .split('\r\n')
      .slice(3, 6),
  ).toEqual(['depth,manual,automatic,difference', '0.5,5,4,1', '1.5,,2,']);
});
