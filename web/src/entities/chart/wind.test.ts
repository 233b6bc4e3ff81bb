import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { breakAtNorth, lonely } from './gaps';
import { spread, windArrows } from './wind';
import { classText, roseSectors, roseTotal } from './wind-rose';

const words = { number: (v: number, decimals: number) => v.toFixed(decimals) } as never as ChartContext['words'];

test('a direction is not drawn through north', () => {
  const line = [
    [0, 350],
    [10, 5],
    [20, 184],
    [30, null],
    [40, 359],
  ] as const;
  expect(breakAtNorth(line)).toEqual([
    [0, 350],
    [5, null],
    [10, 5],
    [20, 184],
    [30, null],
    [40, 359],
  ]);
});

test('a reading between two gaps has no neighbor', () => {
  const line = [
    [0, 1],
    [5, null],
    [10, 2],
    [15, null],
    [20, 3],
    [30, 4],
    [35, null],
    [40, 5],
  ] as const;
  expect(lonely(line)).toEqual([
    [0, 1],
    [10, 2],
    [40, 5],
  ]);
  expect(lonely([])).toEqual([]);
});

test('arrows are readings of equal parts of the range; an empty part has none', () => {
  const readings = [
    [0, 10],
    [4, 20],
    [5, 30],
    [19, null],
    [26, 40],
  ] as const;
  expect(spread(readings, [0, 30], 3)).toEqual([
    [5, 30],
    [26, 40],
  ]);
});

test('an arrow points to where the wind blows', () => {
  const context = { theme: chartTheme.default, words, zone: 'UTC', narrow: true } as ChartContext;
  const { data } = windArrows([[50, 90]], { range: [0, 100], window: null }, { index: 1, at: 8 }, context) as {
    data: unknown;
  };
  expect(data).toEqual([{ value: [50, 8], symbolRotate: -90 }]);
});

test('a rose shows shares of all readings, calm among them', () => {
  const counts = Array.from({ length: 16 }, () => [0, 0, 0, 0]);
  counts[4] = [2, 3, 0, 0];
  const rose = { limits: [1.5, 3.4, 8, 13.9], counts, calm: 5 };
  expect(roseTotal(rose)).toBe(10);
  expect(roseSectors(rose)).toEqual([
    { sector: 4, class: 0, from: 0, to: 20 },
    { sector: 4, class: 1, from: 20, to: 50 },
  ]);
  expect([0, 3].map((i) => classText(rose.limits, i, words))).toEqual(['1.5–3.3', '≥13.9']);
});
