import type { SeriesOption } from 'echarts';
import type { ChartContext } from './chart-words';
import { changesWithDepth, type DepthLimit, depthLimits } from './depth-limits';
import { type Ground, strata, strataNames } from './ground';
import { limitRows } from './limit-rows';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { extreme, nodeSymbol, type ProfileNode, rampOpacity } from './profile-nodes';
import type { ProfileStrip } from './profile-strip';
import { splitByReach, type Threshold, type ThresholdLine, thresholdLines } from './threshold-lines';

/** The shape at one time. */
export interface ProfileCurve {
  t: number;
  /** What the curve is, if that is not its time. */
  name?: string | undefined;
  /** An estimate is dashed. */
  dashed?: boolean | undefined;
  nodes: readonly ProfileNode[];
}

/** One of the two plots that share the depth axis. */
export interface ProfilePlot {
  name: string;
  unit: string;
  decimals: number;
  /** Oldest first; the last one is the current. */
  curves: readonly ProfileCurve[];
  /** Thresholds of the field: one for all nodes, or several for different nodes. */
  thresholds: readonly Threshold[];
  /** What the shape was designed to be, dashed. */
  design?: { name: string; nodes: readonly { depth: number; value: number }[] } | undefined;
  /** Values across all depths, dashed, with their names. */
  references?: readonly { value: number; name: string }[] | undefined;
}

export interface ProfileChart {
  plots: readonly ProfilePlot[];
  depthName: string;
  showThresholds: boolean;
  /** Drawn behind the curves; omitted if unknown or turned off. */
  ground?: Ground | null | undefined;
  /** Ends of the value axes that were set; null: by the values. */
  ends?: { min: number | null; max: number | null } | undefined;
  /** Depths that are shaded, with their name. */
  shaded?: { from: number; to: number; name: string } | null | undefined;
  /** Depth grows upwards. */
  upwards?: boolean | undefined;
  /** Drawn at the right of the plots. */
  strip?: ProfileStrip | null | undefined;
  /** The node picked in the table next to the chart, or null. */
  picked: number | null;
}

/** What both plots share. */
interface Plotting {
  chart: ProfileChart;
  /** Index of the plot, from the left. */
  index: number;
  depthAxis: NiceAxis;
  context: ChartContext;
}

/** A plot as parts of a chart. */
export interface DrawnPlot {
  xAxis: object;
  yAxis: object;
  series: SeriesOption[];
  /** Number of label rows for limits below the plot. */
  rows: number;
}

/** drawPlot draws the curves of a plot with their limits and the ground. */
export function drawPlot(plot: ProfilePlot, plotting: Plotting): DrawnPlot {
  const { chart, index, depthAxis, context } = plotting;
  const values = extentOf(plot.curves.flatMap((c) => c.nodes.map((n) => n.value)));
  const { lines, stepped } = limitsOf(plot, chart.showThresholds, values);
  const steps = stepped.flatMap(({ points }) => points.map((at) => at?.[0] ?? 0));
  const references = (plot.references ?? []).map(({ value }) => value);
  const designed = (plot.design?.nodes ?? []).map(({ value }) => value);
  const others = [...steps, ...references, ...designed];
  const [low, high] = extentOf([...lines.map((l) => l.value), ...others, values[0], values[1], 0]);
  const axis = niceAxis(chart.ends?.min ?? low, chart.ends?.max ?? high, index === 0 ? 7 : 4, plot.decimals);
  const labels = labelsOf(plot, lines, stepped, context);
  const rows = limitRows(labels, axis, plotWidth(plotting));
  const ground = chart.ground ?? null;
  return {
    xAxis: valuesAxis(plot, axis, index, context),
    yAxis: depthsAxis(plotting),
    series: [
      ...plot.curves.map((_, at) =>
        curveSeries(plot, at, axis, plotting, () => limitLines(plot, lines, { labels, rows }, plotting)),
      ),
      ...(plot.design ? [designSeries(plot.design, axis, plotting)] : []),
      ...stepped.map((limit, i) => {
        const at = lines.length + (plot.references?.length ?? 0) + i;
        return limitSeries(limit, { p: index, i, text: labels[at]?.text ?? '', row: rows[at] ?? 0 }, context);
      }),
      ...(ground
        ? [
            {
              id: `${index}:strata`,
              type: 'line' as const,
              xAxisIndex: index,
              yAxisIndex: index,
              z: 6,
              data: [],
              markArea: strataNames(ground, depthAxis, context),
            },
          ]
        : []),
    ],
    rows: 1 + Math.max(0, ...rows),
  };
}

/** limitsOf are the limits of a plot: lines, or steps where they change with depth. */
function limitsOf(plot: ProfilePlot, shown: boolean, values: [number, number]) {
  const thresholds = shown ? plot.thresholds : [];
  const changing = changesWithDepth(thresholds);
  const stepped = changing ? depthLimits(thresholds, plot.curves.at(-1)?.nodes ?? [], values) : [];
  const [whole] = changing ? [] : thresholds;
  return { lines: splitByReach(whole ? thresholdLines(whole, values) : [], values).drawn, stepped };
}

interface Label {
  value: number;
  text: string;
}

/** labelsOf are the labels below a plot: of its lines, of its references, and of the limits that change with depth. */
function labelsOf(
  { references = [], decimals }: ProfilePlot,
  lines: readonly ThresholdLine[],
  stepped: readonly DepthLimit[],
  { words }: ChartContext,
): Label[] {
  const limit = (level: number, value: number) => ({
    value,
    text: `${words.level(level)} ${words.number(value, decimals)}`,
  });
  return [
    ...lines.map(({ level, value }) => limit(level, value)),
    ...references.map(({ value, name }) => ({ value, text: `${name} ${words.number(value, decimals)}`.trim() })),
    ...stepped.map(({ level, points }) => limit(level, points.findLast((at) => at !== null)?.[0] ?? 0)),
  ];
}

/** plotWidth is the approximate width of a plot in pixels, which decides where labels of limits overlap. */
function plotWidth({ chart, index, context }: Plotting): number {
  if (context.narrow || context.panel !== undefined) return 290;
  if (index === 1) return 240;
  return chart.plots.length === 1 ? 600 : 420;
}

/** Room above the first row of labels, and from one row to the next, in pixels. */
const firstRow = 5;
export const rowHeight = 14;
const rowAt = (row: number) => firstRow + row * rowHeight;

function valuesAxis(plot: ProfilePlot, axis: NiceAxis, index: number, { theme, words }: ChartContext) {
  return {
    type: 'value',
    gridIndex: index,
    position: 'top',
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    name: `${plot.name} (${plot.unit})`,
    nameLocation: 'end',
    nameGap: 4,
    nameTextStyle: {
      color: theme.text3,
      fontSize: 11,
      align: 'right',
      verticalAlign: 'bottom',
      padding: [0, 0, 20, 0],
    },
    axisLabel: { color: theme.text3, fontSize: 11, formatter: (v: number) => words.number(v, axis.decimals) },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
    axisTick: { show: true, length: 4, lineStyle: { color: theme.lineCtl } },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  };
}

function depthsAxis({ chart, index, depthAxis, context: { theme, words } }: Plotting) {
  return {
    type: 'value',
    gridIndex: index,
    inverse: !chart.upwards,
    min: depthAxis.min,
    max: depthAxis.max,
    interval: depthAxis.step,
    name: chart.depthName,
    nameLocation: 'start',
    nameGap: 28,
    nameTextStyle: { color: theme.text3, fontSize: 11, align: 'left', padding: [0, 0, 0, -30] },
    axisLabel: { color: theme.text3, fontSize: 11, formatter: (v: number) => words.number(v, depthAxis.decimals) },
    axisLine: { show: false, onZero: false }, // its name stays at the edge, away from that of the other axis
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  };
}

/** curveSeries draws the shape at one time; the newest one has symbols, its greatest value, limits and the ground. */
function curveSeries(
  plot: ProfilePlot,
  at: number,
  axis: NiceAxis,
  plotting: Plotting,
  lines: () => object,
): SeriesOption {
  const { chart, index, context } = plotting;
  const { theme, words } = context;
  const color = theme.palette[0] as string;
  const curve = plot.curves[at] as ProfileCurve;
  const current = at === plot.curves.length - 1;
  const peak = current ? extreme(curve.nodes) : null;
  // The greatest value stands outside the curve, unless it would leave the plot there.
  const outside = (value: number) => value < 0 && value - axis.min > (axis.max - axis.min) / 6;
  const peakLabel = (value: number | null) => ({
    show: true,
    position: outside(value ?? 0) ? 'left' : 'right',
    distance: 8,
    offset: [0, 10],
    backgroundColor: theme.panel,
    color: theme.text,
    fontSize: 12,
    fontWeight: 600,
    formatter: words.number(value, plot.decimals),
  });
  return {
    id: `${index}:${curve.name ?? curve.t}`,
    name: curve.name ?? words.time(curve.t),
    type: 'line',
    xAxisIndex: index,
    yAxisIndex: index,
    showSymbol: true,
    symbol: 'circle',
    symbolSize: 6,
    connectNulls: false,
    z: current ? 3 : 2,
    lineStyle: {
      width: current ? 2.4 : 1.6,
      color,
      opacity: rampOpacity(at, plot.curves.length),
      ...(curve.dashed ? { type: [6, 4] } : {}),
    },
    itemStyle: { color: theme.panel, borderColor: color, borderWidth: 1.6 },
    emphasis: { disabled: true },
    data: curve.nodes.map((n, i) => ({
      value: [n.value, n.depth],
      ...nodeSymbol((at) => curve.nodes[at]?.value, i, current),
      ...(current && n.no === chart.picked ? { symbolSize: 10, itemStyle: { color, borderColor: theme.panel } } : {}),
      ...(peak && n.no === peak.no ? { label: peakLabel(n.value) } : {}),
    })) as never[],
    ...(current ? { markLine: lines(), ...areas(chart, plotting) } : {}),
  };
}

/** designSeries is the line of the design, named at its toe, clear of the greatest value. */
function designSeries(
  { name, nodes }: NonNullable<ProfilePlot['design']>,
  axis: NiceAxis,
  { index, context: { theme } }: Plotting,
) {
  const position = (nodes.at(-1)?.value ?? 0) > (axis.min + axis.max) / 2 ? 'left' : 'right';
  const label = {
    ...{
      show: true,
      position,
      distance: 6,
      color: theme.text2,
      backgroundColor: theme.panel,
      fontSize: 11,
    },
    formatter: name,
  };
  return {
    id: `${index}:design`,
    type: 'line',
    ...{ xAxisIndex: index, yAxisIndex: index, z: 4, silent: true },
    ...{ symbol: 'circle', symbolSize: 0.1 }, // a label needs a symbol
    lineStyle: { color: theme.text2, width: 1.2, type: [8, 4] },
    tooltip: { show: false },
    data: nodes.map(({ depth, value }, i) => ({ value: [value, depth], ...(i === nodes.length - 1 ? { label } : {}) })),
  } as SeriesOption;
}

/** areas are the ground behind the curves, or the depths that are shaded. */
function areas({ ground, shaded }: ProfileChart, { index, depthAxis, context: { theme } }: Plotting) {
  if (ground) return { markArea: strata(ground, depthAxis) };
  if (!shaded) return {};
  const label = { position: 'insideBottomLeft', color: theme.text3, fontSize: 11 };
  return {
    markArea: {
      ...{ silent: true, animation: false, itemStyle: { color: theme.text3, opacity: 0.1 } },
      data: [[{ yAxis: shaded.from, name: index === 0 ? shaded.name : '', label }, { yAxis: shaded.to }]] as never[],
    },
  };
}

/** limitLines are the zero line, the limits and the levels of the ground. */
function limitLines(
  { references = [] }: ProfilePlot,
  lines: readonly ThresholdLine[],
  { labels, rows }: { labels: readonly Label[]; rows: readonly number[] },
  { chart, context: { theme, words } }: Plotting,
) {
  const named = (at: number) => ({
    // A line runs the way of its depth axis: its label is below the plot.
    ...{ position: chart.upwards ? 'start' : 'end', rotate: 0, distance: [0, rowAt(rows[at] ?? 0)], fontSize: 11 },
    formatter: labels[at]?.text,
  });
  return {
    symbol: 'none',
    z: 1, // behind the curves and their values
    silent: true,
    animation: false,
    data: [
      { xAxis: 0, lineStyle: { color: theme.text2, width: 1.4, type: 'solid' }, label: { show: false } },
      ...lines.map((line, i) => ({
        xAxis: line.value,
        lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
        label: { ...named(i), color: theme.levelInk[line.level], fontWeight: 600 },
      })),
      ...references.map(({ value }, i) => ({
        xAxis: value,
        lineStyle: { color: theme.text2, width: 1, type: [4, 4] },
        label: { ...named(lines.length + i), color: theme.text2 },
      })),
      ...(chart.ground?.levels ?? []).map((level) => ({
        yAxis: level.depth,
        lineStyle: { color: theme.text2, width: 1, type: [8, 3, 2, 3] },
        label: {
          position: 'insideStartTop',
          distance: 2,
          color: theme.text2,
          fontSize: 11,
          formatter: `${level.name} ${words.number(level.depth, 1)}`,
        },
      })),
    ] as never[],
  };
}

/** A limit that changes with depth, as a line labeled at the toe. */
function limitSeries(
  { level, points }: DepthLimit,
  { p, i, text, row }: { p: number; i: number; text: string; row: number },
  { theme }: ChartContext,
): SeriesOption {
  const toe = points.findLastIndex((at) => at !== null);
  const label = {
    show: true,
    position: 'bottom' as const,
    distance: rowAt(row),
    color: theme.levelInk[level],
    fontSize: 11,
    fontWeight: 600,
    formatter: text,
  };
  return {
    id: `${p}:limit ${i}`,
    type: 'line',
    xAxisIndex: p,
    yAxisIndex: p,
    z: 1,
    silent: true,
    showSymbol: true,
    symbol: 'circle',
    symbolSize: 0.1, // a label needs a symbol
    connectNulls: false,
    lineStyle: { color: theme.levelFill[level], width: 1, type: [6, 4] },
    tooltip: { show: false },
    data: points.map((at, index) => ({
      value: at ?? ['-', '-'],
      ...(index === toe ? { label } : {}),
    })) as never[],
  } as SeriesOption;
}
