import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { isPlane, mixed, type PlaneChart, planeAxes, planeChart, planeTwin } from './plane';

const words = {
  number: (v: number | null | undefined, decimals: number) => (v ?? Number.NaN).toFixed(decimals),
  time: (t: number) => `t${t}`,
} as ChartContext['words'];
const context: ChartContext = { theme: chartTheme.white, words, zone: 'UTC', narrow: false };
const chart: PlaneChart = {
  ...{ range: [0, 100], levels: [], marks: [], restName: 'rest' },
  x: { name: 'T', unit: '°C', decimals: 1 },
  y: { name: 'w', unit: 'mm', decimals: 2 },
  dots: [
    { t: 0, x: 10, y: 1, rest: 0.1 },
    { t: 50, x: 20, y: 2, rest: -0.2 },
    { t: 100, x: 30, y: 3.5, rest: 0.1 },
  ],
  curves: [
    {
      ...{ key: 'line', name: 'line', color: 1, look: 'dashed' },
      points: [
        [10, 0.9],
        [30, 3.4],
      ],
    },
  ],
  band: {
    ...{ name: 'band', color: 1 },
    rows: [
      [10, -1, 2],
      [30, 1, 5.5],
    ],
  },
};

const seriesOf = (one: PlaneChart) =>
  planeChart(one, context).series as { id: string; data: unknown[]; lineStyle?: { type?: unknown } }[];

test('both axes have units, and cover the band', () => {
  const { across, up } = planeAxes(chart);
  expect([across.min, across.max]).toEqual([8, 32]);
  expect(up.min).toBeLessThanOrEqual(-1);
  expect(up.max).toBeGreaterThanOrEqual(5.5);
  expect(planeChart(chart, context)).toMatchObject({ xAxis: { name: 'T (°C)' }, yAxis: { name: 'w (mm)' } });
});

test('dots are paler the older they are, and the line is dashed', () => {
  const dots = seriesOf(chart).find(({ id }) => id === 'dots')?.data as { itemStyle: { color: string } }[];
  const [first, , last] = dots.map(({ itemStyle }) => itemStyle.color);
  expect(last).toBe(chartTheme.white.palette[0]?.toLowerCase());
  expect(first).toBe(mixed('#ffffff', last as string, 0.3));
  expect(seriesOf(chart).find(({ id }) => id === 'line')?.lineStyle?.type).toEqual([7, 4]);
});

test('colors are mixed by channel', () => {
  expect(mixed('#000000', '#FF8000', 0.5)).toBe('#804000');
});

test('the legend has the days of the scale of time', () => {
  const groups = planeChart(chart, context).graphic as { children: { style: { text?: string } }[] }[];
  const texts = groups.flatMap(({ children }) => children.flatMap(({ style }) => style.text ?? []));
  expect(texts).toEqual(['band', 'line', '1970-01-01', '1970-01-01']);
});

test('the table lists the pairs, newest first', () => {
  const { columns, rows } = planeTwin(chart, words, 'time');
  expect(columns.map(({ title }) => title)).toEqual(['time', 'T °C', 'w mm', 'rest mm']);
  expect(rows[0]).toEqual(['t100', '30.0', '3.50', '0.10']);
  expect(rows).toHaveLength(3);
});

test('without pairs the table lists the curves', () => {
  const { columns, rows } = planeTwin({ ...chart, dots: [] }, words, 'time');
  expect(columns.map(({ title }) => title)).toEqual(['T °C', 'line mm']);
  expect(rows).toEqual([
    ['10.0', '0.90'],
    ['30.0', '3.40'],
  ]);
});

test('a plane differs from a chart over time', () => {
  expect([chart, { curves: [] }].map((one) => isPlane(one))).toEqual([true, false]);
});
