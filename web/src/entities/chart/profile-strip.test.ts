import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { drawStrip, isBeyond } from './profile-strip';

const theme = chartTheme.white;
const context = { theme, words: { number: String }, zone: 'UTC', narrow: false } as unknown as ChartContext;
const depthAxis = { min: 0, max: 20, step: 4, decimals: 0 };
const nodes = [
  { no: 1, depth: 0.5, value: -3 },
  { no: 2, depth: 1, value: null },
  { no: 3, depth: 1.5, value: 24 },
];

test('a strip has a bar for each value, and those beyond the limit stand out', () => {
  expect(nodes.map((node) => isBeyond(node, 20))).toEqual([false, false, true]);
  const strip = drawStrip({ name: 'Σ A', nodes, limit: 20 }, { index: 2, depthAxis, upwards: false }, context);
  expect([strip.xAxis.min, strip.xAxis.max, strip.yAxis.inverse]).toEqual([-30, 30, true]);
  const [series] = strip.series as unknown as { markLine: { data: unknown[] } }[];
  const bars = series?.markLine.data.slice(3) as { coord: number[]; lineStyle?: { color: string } }[][];
  expect(bars.map((bar) => bar[1]?.coord)).toEqual([
    [-3, 0.5],
    [24, 1.5],
  ]);
  expect(bars.map((bar) => bar[0]?.lineStyle?.color)).toEqual([theme.text3, theme.fault]);
});
