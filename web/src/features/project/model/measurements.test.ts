import type { OverviewPoint } from '@/api/types';
import { controlValue, measurementRows } from './measurements';

const point = (change: Partial<OverviewPoint>) =>
  ({ measurement: 'Crack', level: 0, time: 1, value: 0.5, share: 0.1, ...change }) as OverviewPoint;

test('points are gathered by what they measure, the worst measurement first', () => {
  const rows = measurementRows([
    point({ measuringPointId: 1 }),
    point({ measuringPointId: 2, measurement: 'Tilt', level: 2, share: 0.6 }),
    point({ measuringPointId: 3, level: 1, value: -2, share: 0.4 }),
  ]);
  expect(rows.map((row) => [row.measurement, row.count, row.level, row.worst.measuringPointId])).toEqual([
    ['Tilt', 1, 2, 2],
    ['Crack', 2, 1, 3],
  ]);
  expect(rows[1]?.control).toBe(5);
});

test('the control value is what the share was taken of', () => {
  expect(controlValue({ value: -1.297, share: 0.8646 })).toBeCloseTo(1.5, 3);
  expect(controlValue({ value: 3, share: null })).toBeUndefined();
  expect(controlValue({ value: null, share: 0.3 })).toBeUndefined();
});
