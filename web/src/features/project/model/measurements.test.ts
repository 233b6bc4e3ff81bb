import type { MeasurementValue } from '@/api/stats';
import { measurementRows } from './measurements';

test('a measurement has its point count, its worst value and the control value of that', () => {
  const worst = { value: -8, share: 0.5, level: 2 };
  const given = { measurement: 'Crack', measuringPoints: 7, level: 2, worst, control: 16 };
  const [row] = measurementRows([given as MeasurementValue]);
  expect(row).toMatchObject({ measurement: 'Crack', count: 7, level: 2, control: 16, worst });
});
