import type { Predicted } from '../../queries/analysis';
import { predictChart, reachedLimits } from './model';

const words = {
  ...{ measured: 'x', curve: 'line', band: 'band', fitFrom: 'from', fitTo: 'to' },
  level: (level: number, value: number) => `${level}: ${value}`,
};
const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
const read = {
  answer: { start: 0, end: 40 } as never,
  series: {
    samples: [
      [0, 0],
      [40, 4],
    ],
    gaps: [],
  } as never,
  threshold: { field: 'x', valueType: 'accumulated' as const, blue: 3, yellow: 6, orange: 8, red: null, enable: true },
};
const predicted = {
  ...{ start: 0, end: 40, shortened: false },
  prediction: {
    ...{ from: 10, to: 30 },
    rows: [10, 20, 30, 40, 50, 60, 70].map((time) => ({
      time,
      value: time / 10,
      low: time / 10 - 1,
      high: time / 10 + 1,
    })),
  },
} as Predicted;

test('the curve and its band reach past the readings', () => {
  const chart = predictChart(read, { field }, predicted, 'x', words);
  expect(chart).toMatchObject({ range: [0, 70], fit: [10, 30], unit: 'mm' });
  expect(chart?.band?.rows[0]).toEqual([10, 0, 2]);
  expect(chart?.limits.map(({ text }) => text)).toEqual(['1: 3', '2: 6', '3: 8']);
});

test('without a fit the readings remain', () => {
  const chart = predictChart(read, { field }, null, 'x', words);
  expect(chart).toMatchObject({ range: [0, 40], fit: null, band: null, marks: [] });
  expect(chart?.curves).toHaveLength(1);
});

test('limits that the curve crosses after the fit have a time', () => {
  const chart = predictChart(read, { field }, predicted, 'x', words);
  expect(chart && reachedLimits(chart, predicted).map(({ level, time }) => [level, time])).toEqual([
    [1, 40],
    [2, 60],
  ]);
});
