import type { SeriesAnswer } from '../../model/types';
import { positionRecipe, sightsOf, traceOf } from './model';

const series = (field: string, values: number[]) => ({
  field,
  samples: values.map((value, at) => [at, value] as const),
});

test('stacks the components', () => {
  expect(positionRecipe('enu')).toMatchObject({ fields: ['n', 'e', 'u'], stacked: true });
  expect(positionRecipe('xyz').fields).toEqual(['x', 'y', 'z']);
});

test('a point with a window has a trend rate', () => {
  expect(sightsOf([{ name: 'n' }])).toEqual(['enu', 'xyz']);
  expect(sightsOf([{ name: 'n' }, { name: 'trendU' }])).toEqual(['enu', 'xyz', 'trend']);
  expect(positionRecipe('trend')).toMatchObject({ fields: ['trendN', 'trendE', 'trendU'], types: ['observed'] });
});

test('the trace has north up in both frames', () => {
  const answer = {
    fields: [
      { name: 'e', label: 'East', unit: 'mm', decimals: 1 },
      { name: 'n', label: 'North', unit: 'mm', decimals: 1 },
    ],
    series: [series('n', [1, 2]), series('e', [3, 4]), series('x', [5]), series('y', [6])],
  } as unknown as SeriesAnswer;
  expect(traceOf(answer, 'enu', 2)).toMatchObject({
    points: [
      { t: 0, east: 3, north: 1 },
      { t: 1, east: 4, north: 2 },
    ],
    eastName: 'East',
    northName: 'North',
    level: 2,
  });
  expect(traceOf(answer, 'xyz', null)).toMatchObject({ points: [{ t: 0, east: 6, north: 5 }], eastName: 'y' });
});
