import {
  analysisSearch,
  countWithin,
  fitWithin,
  isMethod,
  readAnalysis,
  readingsOf,
  untilOf,
  writeAnalysis,
} from './analysis';
import type { FieldInfo } from './types';

const day = 24 * 3_600_000;
const field = (name: string, valueTypes = ['observed', 'accumulated']): FieldInfo => ({
  ...{ name, label: name, unit: 'mm', decimals: 2, valueTypes },
});
const fields = [field('x'), field('y'), field('temp', ['observed'])];
const search = (text: string) => new URLSearchParams(text);

test('settings are read from the address, invalid ones take their defaults', () => {
  expect(readAnalysis(search('fit=7d&curve=exponential&ahead=30&average=48'))).toMatchObject({
    ...{ fit: { quick: '7d' }, curve: 'exponential', ahead: 30, average: 48 },
  });
  expect(readAnalysis(search('fit=2-1&curve=cubic&ahead=-3&average=0'))).toMatchObject({
    ...{ fit: null, curve: 'linear', ahead: null, average: 24 },
  });
});

test('parameters of processing are in the address', () => {
  expect(readAnalysis(search('way=hampel&size=7&deviations=2.5&step=3600&ratio=0.2'))).toMatchObject({
    ...{ way: 'hampel', size: 7, deviations: 2.5, step: 3600, ratio: 0.2 },
  });
  expect(readAnalysis(search('way=magic&size=4&deviations=x'))).toMatchObject({
    ...{ way: 'median', size: 5, deviations: 3, step: null, ratio: 0.05 },
  });
  expect(String(writeAnalysis(search('size=7'), { way: 'kalman', ratio: 0.2, size: 5 }))).toBe('way=kalman&ratio=0.2');
});

test('a change writes what differs from the defaults', () => {
  const first = writeAnalysis(search('range=30d'), { fit: { from: 10, to: 20 }, curve: 'logTime', average: 24 });
  expect(String(first)).toBe('range=30d&fit=10-20&curve=logTime');
  expect(String(writeAnalysis(first, { curve: 'linear', fit: null }))).toBe('range=30d');
});

test('fixed times of the fitted part do not outlive their range, its last days do', () => {
  expect(String(writeAnalysis(search('fit=10-20'), { range: { quick: '7d' } }))).toBe('range=7d');
  expect(String(writeAnalysis(search('fit=3d'), { range: { quick: '7d' } }))).toBe('fit=3d&range=7d');
});

test('another analysis keeps the range and the readings', () => {
  expect(analysisSearch(search('range=7d&fields=y&type=rate&table=1&fit=1d'))).toBe('?range=7d&fields=y&fit=1d');
  expect(analysisSearch(search('type=observed&hide=marks'))).toBe('?type=observed');
  expect(analysisSearch(search('table=1'))).toBe('');
  expect([isMethod('predict'), isMethod('hda-chart')]).toEqual([true, false]);
});

test('the readings are those of the main field at the worst node, or the chosen ones', () => {
  const point = { field: fields[0] as FieldInfo, node: { no: 4, depth: 2 }, main: 'accumulated' as const };
  const untouched = { fields: [], nodes: [], type: null, base: 5 };
  expect(readingsOf(point, fields, untouched)).toMatchObject({
    ...{ field: { name: 'x' }, node: 4, valueType: 'accumulated', base: 5 },
  });
  expect(readingsOf(point, fields, { ...untouched, fields: ['temp'], nodes: [7] })).toMatchObject({
    ...{ field: { name: 'temp' }, node: 7, valueType: 'observed', base: null },
  });
  expect(readingsOf({ ...point, node: null }, fields, { ...untouched, nodes: [7] })?.node).toBe(0);
  expect(readingsOf({ ...point, field: null }, [], untouched)).toBeNull();
});

test('the fitted part lies in the range', () => {
  expect(fitWithin(null, 0, 10 * day)).toBeNull();
  expect(fitWithin({ quick: '3d' }, 0, 10 * day)).toEqual([7 * day, 10 * day]);
  expect(fitWithin({ quick: '30d' }, 0, 10 * day)).toBeNull();
  expect(fitWithin({ from: -5, to: 2 * day }, 0, 10 * day)).toEqual([0, 2 * day]);
  expect(fitWithin({ from: 20 * day, to: 21 * day }, 0, 10 * day)).toBeNull();
});

test('a curve reaches three times the fitted time ahead, and over all later readings', () => {
  expect(untilOf(null, [0, day], 10 * day)).toEqual({ until: 0, shortened: false });
  expect(untilOf(2, [9 * day, 10 * day], 10 * day)).toEqual({ until: 12 * day, shortened: false });
  expect(untilOf(5, [9 * day, 10 * day], 10 * day)).toEqual({ until: 13 * day, shortened: true });
  expect(untilOf(1, [0, day], 10 * day)).toEqual({ until: 10 * day, shortened: true });
});

test('readings without a value do not count', () => {
  expect(
    countWithin(
      [
        [1, 1],
        [2, null],
        [3, 3],
      ],
      null,
    ),
  ).toBe(2);
  expect(
    countWithin(
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [2, 3],
    ),
  ).toBe(2);
});
