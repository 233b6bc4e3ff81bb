import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import type { ChartContext } from './chart-words';
import { changesWithDepth, type DepthLimit, depthLimits } from './depth-limits';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { textWidth } from './text-width';
import { splitByReach, type Threshold, type ThresholdLine, thresholdLines } from './threshold-lines';
import { type Tooltip, tooltipContent } from './tooltip';

/** One node of an array at one time. */
export interface ProfileNode {
  no: number;
  /** m below the collar. */
  depth: number;
  value: number | null;
}

/** The shape at one time. */
export interface ProfileCurve {
  t: number;
  nodes: readonly ProfileNode[];
}

/** One of the two plots that share the depth axis. */
export interface ProfilePlot {
  name: string;
  unit: string;
  decimals: number;
  /** Oldest first; the last one is the current. */
  curves: readonly ProfileCurve[];
  /** Those of the field: one for all nodes, or several for nodes of their own. */
  thresholds: readonly Threshold[];
}

/** What the hole goes through: strata, and levels such as the excavation or the toe of the pile. Depths in m. */
export interface Ground {
  layers: readonly { name: string; from: number; to: number }[];
  levels: readonly { name: string; depth: number }[];
}

export interface ProfileChart {
  plots: readonly ProfilePlot[];
  depthName: string;
  showThresholds: boolean;
  /** Drawn behind the curves; left out: not known, or not wanted. */
  ground?: Ground | null | undefined;
  /** Ends of the value axes that were set; null: by the values. */
  ends?: { min: number | null; max: number | null } | undefined;
  /** Depth grows upwards. */
  upwards?: boolean | undefined;
  /** Node that is picked in the table beside the chart, or null. */
  picked: number | null;
}

/** Two ends of a chain: which one is taken as unmoved. A view only, stored data stay as they are. */
export type FixedEnd = 'stored' | 'bottom' | 'top';

/** refer re-zeroes a profile at one of its ends. */
export function refer(nodes: readonly ProfileNode[], end: FixedEnd): ProfileNode[] {
  if (end === 'stored') return [...nodes];
  const valid = nodes.filter((n) => n.value !== null);
  const base = (end === 'top' ? valid[0] : valid[valid.length - 1])?.value ?? 0;
  return nodes.map((n) => ({ ...n, value: n.value === null ? null : n.value - base }));
}

/** against takes the profile of a base time from another; a node that the base lacks leaves nothing. */
export function against(nodes: readonly ProfileNode[], base: readonly ProfileNode[] | null): ProfileNode[] {
  if (base === null) return [...nodes];
  const was = new Map(base.map((node) => [node.no, node.value]));
  return nodes.map((node) => {
    const from = was.get(node.no) ?? null;
    return { ...node, value: node.value === null || from === null ? null : node.value - from };
  });
}

/** perSegment is the change along each segment below a node: the node's value minus that of the
 *  next deeper one. The deepest node has 0; a missing neighbour leaves nothing. */
export function perSegment(nodes: readonly ProfileNode[]): ProfileNode[] {
  return nodes.map((node, i) => {
    const next = nodes[i + 1];
    if (!next) return { ...node, value: node.value === null ? null : 0 };
    return {
      ...node,
      value: node.value === null || next.value === null ? null : node.value - next.value,
    };
  });
}

/** extreme is the node with the greatest absolute value. */
export function extreme(nodes: readonly ProfileNode[]): ProfileNode | null {
  let found: ProfileNode | null = null;
  for (const node of nodes) {
    if (node.value === null) continue;
    if (found === null || Math.abs(node.value) > Math.abs(found.value ?? 0)) found = node;
  }
  return found;
}

/** rampOpacity is the strength of the i-th of n compared times: 34 % for the oldest to 84 %, the
 *  current one in full. */
export function rampOpacity(i: number, n: number): number {
  if (i === n - 1) return 1;
  if (n <= 2) return 0.6;
  return 0.34 + (0.5 * i) / (n - 2);
}

/** equallySpaced picks n of the times, the first and the last among them. */
export function equallySpaced(times: readonly number[], n: number): number[] {
  if (times.length <= n) return [...times];
  const out: number[] = [];
  for (let i = 0; i < n; i++) {
    out.push(times[Math.round((i * (times.length - 1)) / (n - 1))] as number);
  }
  return out;
}

const oneRow = 20;
const twoRows = 36;

/** About how wide the first plot is, in pixels: where the words of limits stand on each other depends on it. */
const plotWidth = { narrow: 290, wide: 450 };

/** crowded says whether two limits stand nearer to each other than their words are wide. */
function crowded(lines: readonly ThresholdLine[], axis: NiceAxis, texts: readonly string[], narrow: boolean): boolean {
  const width = Math.max(0, ...texts.map((text) => textWidth(text))) / (narrow ? plotWidth.narrow : plotWidth.wide);
  const least = (axis.max - axis.min) * width;
  return lines.some((line, i) => i > 0 && Math.abs(line.value - (lines[i - 1]?.value ?? 0)) < least);
}

/** The colours of strata, laid thin over the panel of either theme. */
const earth = ['#B08D57', '#8A7B5C', '#A0522D', '#6B7F59', '#9A8FA0', '#C2A878'];
const earthOpacity = 0.16;

/** bands are areas of the layers that are on the axis, each in a look of its own. */
function bands(ground: Ground, axis: NiceAxis, look: (index: number) => object) {
  return {
    silent: true,
    animation: false,
    data: ground.layers
      .filter((layer) => layer.from < axis.max && layer.to > axis.min)
      .map((layer, i) => [
        { name: layer.name, yAxis: Math.max(layer.from, axis.min), itemStyle: look(i) },
        { yAxis: Math.min(layer.to, axis.max) },
      ]) as never[],
  };
}

/** strata are bands behind the curves. */
function strata(ground: Ground, axis: NiceAxis) {
  const look = (index: number) => ({ color: earth[index % earth.length], opacity: earthOpacity });
  return { ...bands(ground, axis, look), z: 0, label: { show: false } };
}

/** strataNames stand at the right edge, before the lines of limits, which pass behind them. */
function strataNames(ground: Ground, axis: NiceAxis, { theme }: ChartContext) {
  return {
    ...bands(ground, axis, () => ({ color: 'transparent' })),
    z: 6,
    label: {
      position: 'insideRight' as const,
      color: theme.text2,
      fontSize: 11,
      padding: [1, 3],
      backgroundColor: theme.panel,
      borderRadius: 2,
    },
  };
}

/** A limit that changes with depth, as a line with its word at the toe. */
function limitSeries(
  { level, points }: DepthLimit,
  { plot, p, i }: { plot: ProfilePlot; p: number; i: number },
  { theme, words }: ChartContext,
): SeriesOption {
  const toe = points.findLastIndex((at) => at !== null);
  const label = {
    show: true,
    position: 'bottom' as const,
    distance: i % 2 === 1 ? 18 : 5,
    color: theme.levelInk[level],
    fontSize: 11,
    fontWeight: 600,
    formatter: `${words.level(level)} ${words.number(points[toe]?.[0], plot.decimals)}`,
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
    symbolSize: 0.1, // a label hangs on a symbol
    connectNulls: false,
    lineStyle: { color: theme.levelFill[level], width: 1, type: [6, 4] },
    tooltip: { show: false },
    data: points.map((at, index) => ({
      value: at ?? ['-', '-'],
      ...(index === toe ? { label } : {}),
    })) as never[],
  } as SeriesOption;
}

export function profileChart(chart: ProfileChart, context: ChartContext): EChartsOption {
  const { theme, words, narrow } = context;
  const base = frame(context);
  const depths = extentOf(chart.plots.flatMap((p) => p.curves.flatMap((c) => c.nodes.map((n) => n.depth))));
  const depthAxis = niceAxis(Math.min(0, depths[0]), depths[1], narrow ? 5 : 7);
  const one = chart.plots.length === 1 || narrow;
  const grid: object[] = [];
  const xAxis: object[] = [];
  const yAxis: object[] = [];
  const series: SeriesOption[] = [];
  const color = theme.palette[0] as string;

  let foot = oneRow;
  chart.plots.slice(0, one ? 1 : 2).forEach((plot, p) => {
    grid.push(
      one
        ? { left: 44, right: 24, top: 56 }
        : p === 0
          ? { left: 44, right: '42%', top: 56 }
          : { left: '64%', right: 24, top: 56 },
    );
    const values = extentOf(plot.curves.flatMap((c) => c.nodes.map((n) => n.value)));
    const thresholds = chart.showThresholds ? plot.thresholds : [];
    const stepped = changesWithDepth(thresholds)
      ? depthLimits(thresholds, plot.curves.at(-1)?.nodes ?? [], values)
      : [];
    const [whole] = stepped.length > 0 || changesWithDepth(thresholds) ? [] : thresholds;
    const { drawn } = splitByReach(whole ? thresholdLines(whole, values) : [], values);
    const steps = stepped.flatMap(({ points }) => points.map((at) => at?.[0] ?? 0));
    const [low, high] = extentOf([...drawn.map((l) => l.value), ...steps, values[0], values[1], 0]);
    const axis = niceAxis(chart.ends?.min ?? low, chart.ends?.max ?? high, p === 0 ? 7 : 4, plot.decimals);
    // The words of close limits would stand on each other: every other one takes a second row.
    const limitText = (line: ThresholdLine) => `${words.level(line.level)} ${words.number(line.value, plot.decimals)}`;
    const rows = crowded(drawn, axis, drawn.map(limitText), narrow) ? 2 : 1;
    if (rows === 2) foot = twoRows;
    xAxis.push({
      type: 'value',
      gridIndex: p,
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
    });
    yAxis.push({
      type: 'value',
      gridIndex: p,
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
    });
    plot.curves.forEach((curve, i) => {
      const current = i === plot.curves.length - 1;
      const peak = current ? extreme(curve.nodes) : null;
      series.push({
        id: `${p}:${curve.t}`,
        name: words.time(curve.t),
        type: 'line',
        xAxisIndex: p,
        yAxisIndex: p,
        showSymbol: current || curve.nodes.length === 1,
        symbol: 'circle',
        symbolSize: 6,
        connectNulls: false,
        z: current ? 3 : 2,
        lineStyle: { width: current ? 2.4 : 1.6, color, opacity: rampOpacity(i, plot.curves.length) },
        itemStyle: { color: theme.panel, borderColor: color, borderWidth: 1.6 },
        emphasis: { disabled: true },
        data: curve.nodes.map((n) => ({
          value: [n.value, n.depth],
          ...(current && n.no === chart.picked
            ? { symbolSize: 10, itemStyle: { color, borderColor: theme.panel } }
            : {}),
          ...(peak && n.no === peak.no
            ? {
                label: {
                  show: true,
                  position: 'right',
                  distance: 8,
                  offset: [0, 10],
                  backgroundColor: theme.panel,
                  color: theme.text,
                  fontSize: 12,
                  fontWeight: 600,
                  formatter: words.number(n.value, plot.decimals),
                },
              }
            : {}),
        })) as never[],
        ...(current
          ? {
              markLine: {
                symbol: 'none',
                z: 1, // behind the curves and their values
                silent: true,
                animation: false,
                data: [
                  { xAxis: 0, lineStyle: { color: theme.text2, width: 1.4, type: 'solid' }, label: { show: false } },
                  ...drawn.map((line, i) => ({
                    xAxis: line.value,
                    lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
                    label: {
                      position: 'insideEndBottom',
                      rotate: 0,
                      distance: [5, rows === 2 && i % 2 === 1 ? 18 : 5],
                      color: theme.levelInk[line.level],
                      fontSize: 11,
                      fontWeight: 600,
                      formatter: limitText(line),
                    },
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
              },
              ...(chart.ground ? { markArea: strata(chart.ground, depthAxis) } : {}),
            }
          : {}),
      });
    });
    series.push(...stepped.map((limit, i) => limitSeries(limit, { plot, p, i }, context)));
    if (stepped.length > 1) foot = twoRows;
    if (chart.ground) {
      series.push({
        id: `${p}:strata`,
        type: 'line',
        xAxisIndex: p,
        yAxisIndex: p,
        z: 6,
        data: [],
        markArea: strataNames(chart.ground, depthAxis, context),
      });
    }
  });

  return {
    ...base,
    grid: grid.map((box) => ({ ...box, bottom: foot })),
    xAxis,
    yAxis,
    series,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { axis: 'y', type: 'line' },
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const depth = (list[0] as { value?: unknown[] } | undefined)?.value?.[1];
        return typeof depth === 'number' ? tooltipContent(profileTooltip(depth, chart, context)) : '';
      }) as never,
    },
  };
}

/** profileTooltip lists the values of all compared times at a depth, newest first. */
export function profileTooltip(depth: number, chart: ProfileChart, { words, theme }: ChartContext): Tooltip {
  const plot = chart.plots[0];
  const lines = [...(plot?.curves ?? [])].reverse().map((curve) => {
    const node = curve.nodes.find((n) => n.depth === depth);
    return {
      color: theme.palette[0] as string,
      name: words.time(curve.t).slice(5, 16),
      value: words.number(node?.value, plot?.decimals ?? 2),
      unit: plot?.unit ?? '',
    };
  });
  return { head: `${chart.depthName} ${words.number(depth, 2)}`, lines };
}
