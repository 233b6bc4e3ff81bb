import type { FieldInfo, ReadingRow } from '../../model/types';
import { cardsOf, hasWind, roseRange, shareOf, weatherRecipe } from './model';

const field = (name: string): FieldInfo => ({ name, label: name, unit: '', decimals: 1, valueTypes: [] });
const station = ['airTemp', 'humidity', 'windSpeed', 'windDir', 'windMax', 'pm10', 'rain', 'rain1h'].map(field);
const untouched = { fields: [] };

test('elements are grouped in plots, the humidity on the right axis', () => {
  expect(weatherRecipe(station, untouched)).toMatchObject({
    plots: [['airTemp'], ['windSpeed', 'windMax'], ['windDir'], ['rain'], ['pm10']],
    right: ['humidity'],
  });
});

test('chosen elements only; the humidity alone has its own plot', () => {
  expect(weatherRecipe(station, { fields: ['humidity', 'rain1h', 'gone'] })).toMatchObject({
    plots: [['humidity'], ['rain1h']],
    right: [],
  });
});

test('a rose needs speed and direction', () => {
  expect(hasWind(weatherRecipe(station, untouched))).toBe(true);
  expect(hasWind(weatherRecipe(station, { fields: ['windSpeed'] }))).toBe(false);
});

test('an element without a value has no card', () => {
  const latest = { values: { airTemp: 11.4, humidity: null } } as unknown as ReadingRow;
  expect(cardsOf(station, latest).map(({ name }) => name)).toEqual(['airTemp']);
  expect(cardsOf(station, null)).toEqual([]);
});

test('a rose covers a year at most', () => {
  const day = 24 * 3_600_000;
  expect(roseRange({ start: 0, end: 400 * day })).toEqual({ start: 34 * day, end: 400 * day });
  expect(roseRange({ start: 10 * day, end: 20 * day })).toEqual({ start: 10 * day, end: 20 * day });
});

test('calm counts in the shares', () => {
  expect(shareOf(3, { limits: [], counts: [[3], [1]], calm: 2 })).toBe(50);
  expect(shareOf(0, { limits: [], counts: [], calm: 0 })).toBe(0);
});
