import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { between, type EstimateChart, estimateAxis, estimateChart, estimateTooltip } from './estimate';
import { estimateTwin } from './estimate-twin';

const words = {
  number: (v: number | null | undefined, decimals: number) => (v ?? Number.NaN).toFixed(decimals),
  time: (t: number) => `t${t}`,
} as ChartContext['words'];
const context: ChartContext = { theme: chartTheme.default, words, zone: 'UTC', narrow: false };
const chart: EstimateChart = {
  ...{ axisName: 'x', unit: 'mm', decimals: 1, range: [0, 100], marks: [], limits: [] },
  curves: [
    {
      key: 'read',
      name: 'read',
      samples: [
        [0, 0],
        [10, 1],
        [20, 2],
      ],
      color: 0,
      look: 'line',
    },
    {
      key: 'fit',
      name: 'fit',
      samples: [
        [0, 0],
        [40, 4],
      ],
      color: 1,
      look: 'dashed',
    },
  ],
  band: {
    name: 'band',
    color: 1,
    rows: [
      [0, -1, 1],
      [40, -96, 104],
    ],
  },
};

test('a curve has a value between its samples, none outside', () => {
  expect(
    between(
      [
        [0, 0],
        [10, 5],
      ],
      4,
    ),
  ).toBe(2);
  expect(
    between(
      [
        [0, 0],
        [10, 5],
      ],
      11,
    ),
  ).toBeNull();
  expect(
    between(
      [
        [0, 0],
        [5, null],
        [10, 5],
      ],
      7,
    ),
  ).toBeNull();
});

test('a wide band does not flatten the curves', () => {
  const { axis } = estimateAxis(chart);
  expect(axis.max).toBeLessThan(10);
  expect(axis.min).toBeGreaterThan(-6);
});

test('limits that are far away are not drawn', () => {
  const limits = [5, 500].map((value) => ({ level: 1, value, text: '' }));
  expect(estimateAxis({ ...chart, limits }).drawn).toEqual([{ level: 1, value: 5, text: '' }]);
});

test('the tooltip is of the nearest reading, with the curve and the band at its time', () => {
  const found = estimateTooltip(11, chart, context, () => '#000');
  expect(found.head).toBe('t10');
  expect(found.lines.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'read 1.0',
    'fit 1.0',
    'band -24.8 – 26.8',
  ]);
  expect(estimateTooltip(35, chart, context, () => '#000').lines.map(({ name }) => name)).toEqual(['fit', 'band']);
});

test('the table has the readings, then the curve after the last of them', () => {
  const { columns, rows } = estimateTwin(chart, words, 'time');
  expect(columns.map(({ title }) => title)).toEqual(['time', 'read mm', 'fit mm', 'band mm ↓', 'band mm ↑']);
  expect(rows.map(([time]) => time)).toEqual(['t40', 't20', 't10', 't0']);
  expect(rows[0]).toEqual(['t40', '', '4.0', '-96.0', '104.0']);
});

test('the band is stacked within the axis', () => {
  const option = estimateChart(chart, context);
  const series = option.series as { id: string; data: [number, number][] }[];
  const { axis } = estimateAxis(chart);
  const low = series.find(({ id }) => id === 'band-low')?.data.at(-1)?.[1];
  const high = series.find(({ id }) => id === 'band-high')?.data.at(-1)?.[1];
  expect([low, (low ?? 0) + (high ?? 0)]).toEqual([axis.min, axis.max]);
});
