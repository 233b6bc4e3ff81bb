import type { WeatherValue } from '@/api/stats';
import { weatherCells, windOf } from './weather';

const measured = (field: string, value: number) => ({ field, value }) as WeatherValue;

test('wind has one cell with its direction, and missing values have none', () => {
  const cells = weatherCells([
    measured('rain24h', 3),
    measured('windDir', 225),
    measured('windSpeed', 4.2),
    measured('airTemp', 11),
  ]);
  expect(cells.map(({ key, value, from }) => [key, value.value, from])).toEqual([
    ['airTemp', 11, undefined],
    ['wind', 4.2, 225],
    ['rain24h', 3, undefined],
  ]);
  expect(weatherCells([measured('windDir', 90)])).toEqual([]);
});

test('names a direction by the nearest of eight compass points', () => {
  expect([0, 22, 23, 90, 225, 337, 338, 359.9, 360, -45].map(windOf)).toEqual([
    'n',
    'n',
    'ne',
    'e',
    'sw',
    'nw',
    'n',
    'n',
    'n',
    'nw',
  ]);
});
