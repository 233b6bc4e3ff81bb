import type { EpisodeLine } from './episodes';
import { apart, linesOf, plotAxis } from './plot';
import { durationText, episodesFile } from './texts';

const row = { field: 'x', valueType: 'observed', blue: 1, yellow: 2, orange: null, red: null, enable: true };

test('limits are drawn on the side of the values, lower limits where they are', () => {
  expect(linesOf([row], -3)).toEqual([
    { level: 1, value: -1 },
    { level: 2, value: -2 },
  ]);
  expect(linesOf([{ ...row, reference: 10, lower: { blue: 5, yellow: null, orange: null, red: null } }], 12)).toEqual([
    { level: 1, value: 11 },
    { level: 1, value: 15 },
    { level: 2, value: 12 },
  ]);
  expect(linesOf([{ ...row, enable: false }], 3)).toEqual([]);
});

test('the axis has room for limits that are near, and does not flatten the curve for others', () => {
  const axis = plotAxis(
    [0, 1, null, 0.5],
    [
      { level: 1, value: 1.4 },
      { level: 4, value: 90 },
    ],
    2,
  );
  expect(axis.max).toBeGreaterThanOrEqual(1.4);
  expect(axis.max).toBeLessThan(3);
});

test('handles do not cover one another and stay in the plot', () => {
  expect(apart([100, 105, 300], 29, 0, 320)).toEqual([100, 129, 300]);
  const low = apart([318, 320, 320, 320], 29, 0, 320);
  expect(low).toEqual([233, 262, 291, 320]);
  expect(apart([], 29, 0, 320)).toEqual([]);
});

test('lengths of time are told in units that fit', () => {
  const say = (key: string, { count }: { count: number }) => `${count} ${key.split('.')[1]}`;
  expect(durationText(30 * 60_000, say)).toBe('30 minutes');
  expect(durationText(10 * 3_600_000, say)).toBe('10 hours');
  expect(durationText(4.5 * 3_600_000, say)).toBe('4.5 hours');
  expect(durationText(108 * 3_600_000, say)).toBe('4 days 12 hours');
  expect(durationText(48 * 3_600_000, say)).toBe('2 days');
});

test('the file of alerts has a line for each, numbers without separators', () => {
  const line: EpisodeLine = {
    ...{
      opened: 1_700_000_000_000,
      ended: 0,
      value: -1234.5,
      time: 1,
      node: 0,
      current: 2,
      draft: 0,
      change: 'gone',
      false: false,
    },
  };
  const text = episodesFile([line], ['a', 'b', 'c', 'd', 'e', 'f, g'], {
    zone: 'UTC',
    decimals: 1,
    level: (level) => `L${level}`,
    change: (change) => change,
  });
  expect(text).toBe('\uFEFFa,b,c,d,e,"f, g"\r\n2023-11-14 22:13:20,,-1234.5,L2,,gone\r\n');
});
