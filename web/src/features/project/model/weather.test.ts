import type { WeatherValue } from '@/api/stats';
import { weatherCells, windOf } from './weather';

const told = (field: string, value: number) => ({ field, value }) as WeatherValue;

test('wind is one cell with where it comes from, and what nobody tells has none', () => {
  const cells = weatherCells([told('rain24h', 3), told('windDir', 225), told('windSpeed', 4.2), told('airTemp', 11)]);
  expect(cells.map(({ key, value, from }) => [key, value.value, from])).toEqual([
    ['airTemp', 11, undefined],
    ['wind', 4.2, 225],
    ['rain24h', 3, undefined],
  ]);
  expect(weatherCells([told('windDir', 90)])).toEqual([]);
});

test('a direction has the name of the nearest of eight winds', () => {
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
