import type { PointState } from '../../model/types';
import { reportedFields, siblings } from './model';

const point = (id: number, itemId: number, measurement = 'Crack') =>
  ({ id, itemId, structureId: 1, measurement }) as PointState;

test('a report lists the points of the same item and measurement', () => {
  const all = [point(1, 7), point(2, 7), point(3, 8), point(4, 7, 'Tilt')];
  expect(siblings(all, point(2, 7)).map((one) => one.id)).toEqual([1, 2]);
  expect(siblings([], point(2, 7)).map((one) => one.id)).toEqual([2]);
});

test('a field that nothing judges is not reported', () => {
  const field = (name: string, valueTypes: string[]) => ({ name, label: name, unit: '', decimals: 1, valueTypes });
  expect(reportedFields([field('force', ['observed']), field('freq', [])]).map((one) => one.name)).toEqual(['force']);
});
