import { dealChart } from './model';

const words = { original: 'x', processed: 'smooth', outliers: 'out' };
const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
const read = {
  answer: { start: 0, end: 30 } as never,
  series: {
    samples: [
      [0, 1],
      [10, 3],
      [20, null],
      [30, 2],
    ],
    gaps: [],
  } as never,
};
const rows = [
  { time: 0, value: 2 },
  { time: 10, value: 2 },
  { time: 30, value: 2 },
];

test('the readings are faint behind the processed values', () => {
  const chart = dealChart(read, { field }, { rows, outliers: [] }, 'x', words);
  expect(chart?.curves.map(({ key, look }) => [key, look])).toEqual([
    ['original', 'faint'],
    ['processed', 'whole'],
  ]);
});

test('outliers are marked on the readings', () => {
  const chart = dealChart(read, { field }, { rows: [], outliers: [{ time: 10, value: 3 }] }, 'x', words);
  expect(chart?.curves.map(({ key, look }) => [key, look])).toEqual([
    ['original', 'line'],
    ['outliers', 'crosses'],
  ]);
});

test('without a result the readings remain', () => {
  expect(dealChart(read, { field }, null, 'x', words)?.curves).toHaveLength(1);
  expect(dealChart({ answer: undefined, series: undefined }, { field }, null, 'x', words)).toBeNull();
});
