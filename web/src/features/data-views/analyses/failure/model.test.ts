import type { Threshold } from '@/entities/chart/threshold-lines';
import type { FailureEstimate, Predicted } from '../../queries/analysis';
import { bandOf, endOf, inverseChart, limitsOfRate, lineAt, movementChart, remainingDays, widthOf } from './model';

const day = 24 * 3_600_000;
/** x = −20·ln(tf − t) fails after 10 days: the inverse rate is (10 − t)/20 d/mm. */
const failure: FailureEstimate = {
  ...{ accelerates: true, time: 10 * day, low: 9.5 * day, high: 11 * day, rate: 20 / 3 },
  ...{ line: [0.3, 0.15], lineLow: [0.33, 0.14], lineHigh: [0.28, 0.16], history: [], conditions: [] },
  inverse: [2, 3, 4, 5, 6, 7].map((t) => ({ time: t * day, value: (10 - t) / 20 })),
};
const words = {
  ...{ inverse: '1/v', line: 'line', band: 'band', interval: 'interval', measured: 'x', curve: 'fit' },
  ...{ fitFrom: 'from', last: 'last', fails: 'fails' },
  speed: (level: number, rate: number) => `${level}: ${rate}`,
  level: (level: number, value: number) => `${level}: ${value}`,
};
const threshold: Threshold = {
  ...{ field: 'x', valueType: 'rate', blue: 2, yellow: 5, orange: null, red: 20, enable: true },
};
const predicted = (more: Partial<FailureEstimate> = {}) =>
  ({
    ...{ start: 0, end: 7 * day, shortened: false },
    prediction: { from: 4 * day, to: 7 * day, rows: [], failure: { ...failure, ...more } },
  }) as unknown as Predicted;

test('the chart reaches past the interval, and not far if it has no end', () => {
  expect(endOf(7 * day, failure, 7 * day) / day).toBeCloseTo(11.4, 9);
  expect(endOf(7 * day, { ...failure, high: 0 }, 7 * day) / day).toBeCloseTo(13.6, 9);
  expect(endOf(7 * day, { ...failure, high: 90 * day }, 7 * day) / day).toBeCloseTo(16.9, 9);
  expect(endOf(7 * day, { ...failure, time: 0 }, 7 * day)).toBe(7 * day);
});

test('limits of the rate are lines at their inverse, named by the rate', () => {
  expect(limitsOfRate(threshold, 1, words.speed)).toEqual([
    { level: 1, value: 0.5, text: '1: 2' },
    { level: 2, value: 0.2, text: '2: 5' },
    { level: 4, value: 0.05, text: '4: 20' },
  ]);
  expect(limitsOfRate({ ...threshold, direction: 'positive' }, -1, words.speed)).toEqual([]);
  expect(limitsOfRate(threshold, -1, words.speed)).toHaveLength(3);
  expect(limitsOfRate(null, 1, words.speed)).toEqual([]);
});

test('the line meets zero at the failure and stays there', () => {
  expect(lineAt([0.3, 0.15], 4, 7, 10)).toBeCloseTo(0, 12);
  expect(lineAt([0.3, 0.15], 4, 7, 5.5)).toBeCloseTo(0.225, 12);
  expect(lineAt([0.3, 0.15], 4, 7, 12)).toBe(0);
});

test('the band lies between the lines of both ends of the interval', () => {
  const band = bandOf(failure, 4 * day, 7 * day);
  expect(band[0]).toEqual([4 * day, 0.28, 0.33]);
  expect(band.at(-1)?.[0]).toBe(11 * day);
  expect(band.every(([, low, high]) => low <= high)).toBe(true);
  expect(bandOf({ ...failure, lineHigh: [] }, 4 * day, 7 * day)).toEqual([]);
});

test('inverse rates above the axis are counted, not drawn over it', () => {
  const made = inverseChart(predicted(), threshold, '1/v', 'mm', words);
  expect(made?.chart).toMatchObject({ unit: 'd/mm', ends: { min: 0, max: 0.3 * 1.5 }, fit: [4 * day, 7 * day] });
  expect(made?.beyond).toBe(0);
  expect(made?.chart.limits.map(({ level }) => level)).toEqual([2, 4]); // 0.5 is above the axis
  const tall = inverseChart(
    predicted({ inverse: [...failure.inverse, { time: 0, value: 90 }] }),
    threshold,
    '1/v',
    'mm',
    words,
  );
  expect(tall).toMatchObject({ beyond: 1 });
});

test('a settlement has the same picture as a heave', () => {
  const down = inverseChart(
    predicted({
      inverse: failure.inverse.map(({ time, value }) => ({ time, value: -value })),
      line: [-0.3, -0.15],
    }),
    null,
    '1/v',
    'mm',
    words,
  );
  const up = inverseChart(predicted(), null, '1/v', 'mm', words);
  expect(down?.chart.curves).toEqual(up?.chart.curves);
});

test('a steady movement has rates but no line', () => {
  const steady = { accelerates: false, time: 0, low: 0, high: 0, line: [], lineLow: [], lineHigh: [] };
  const made = inverseChart(predicted(steady), null, '1/v', 'mm', words);
  expect(made?.chart.curves.map(({ key }) => key)).toEqual(['inverse']);
  expect(made?.chart).toMatchObject({ band: null, span: null });
});

test('the curve that grows without end leaves the picture; without an estimate the readings remain', () => {
  const answer = { start: 0, end: 7 * day } as never;
  const series = {
    samples: [
      [0, 0],
      [7 * day, 10],
    ],
    gaps: [],
  } as never;
  const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
  const grows = predicted();
  grows.prediction.rows = [8, 17, 30].map((value, i) => ({ time: (7 + i) * day, value, low: value, high: value }));
  const chart = movementChart({ answer, series, threshold: null }, grows, { field }, 'x', words);
  expect(chart?.curves[1]?.samples).toEqual([
    [7 * day, 8],
    [8 * day, 17],
  ]);
  const alone = movementChart({ answer, series, threshold: null }, null, { field }, 'x', words);
  expect(alone).toMatchObject({ range: [0, 7 * day], fit: null, marks: [] });
});

test('days are counted from now and over the interval', () => {
  expect(remainingDays(10 * day, 8 * day)).toBe(2);
  expect(widthOf(failure)).toBeCloseTo(1.5, 9);
  expect(widthOf({ low: day, high: 0 })).toBeNull();
});
