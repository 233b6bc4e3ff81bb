import type { MeasurementValue } from '@/api/stats';
import { controlValue, measurementRows } from './measurements';

test('a measurement tells its points, its worst value and the control value of that', () => {
  const worst = { value: -8, share: 0.5, level: 2 };
  const [row] = measurementRows([{ measurement: 'Crack', measuringPoints: 7, level: 2, worst } as MeasurementValue]);
  expect(row).toMatchObject({ measurement: 'Crack', count: 7, level: 2, control: 16, worst });
});

test('without a share there is no control value', () => {
  expect(controlValue({ value: 3, share: null })).toBeUndefined();
  expect(controlValue({ value: null, share: 0.5 })).toBeUndefined();
});
