import type { EChartsOption, SeriesOption } from 'echarts';
import { frame, valueAxis } from './axes';
import type { ChartContext } from './chart-words';
import { changesWithDepth, depthLimits } from './depth-limits';
import { limitLabels } from './limit-labels';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { extreme, nodeSymbol, type ProfileNode, rampOpacity } from './profile-nodes';
import type { ProfileCurve } from './profile-plot';
import { splitByReach, type Threshold, type ThresholdLine, thresholdLines } from './threshold-lines';
import { type Tooltip, tooltipContent } from './tooltip';

/** A step of the second axis: constant between two places. */
export interface LineStep {
  from: number;
  to: number;
  value: number | null;
}

/** Values along a line at compared times. The depth of a node is its place on the line. */
export interface LineProfile {
  name: string;
  unit: string;
  decimals: number;
  /** Oldest first; the last one is the current. */
  curves: readonly ProfileCurve[];
  place: {
    name: string;
    text: (place: number) => string;
    /** The whole axis with its ticks; by the nodes if absent. */
    span?: readonly [number, number];
    ticks?: readonly number[];
  };
  thresholds: readonly Threshold[];
  /** The current curve's differences between neighbors, on the right axis. */
  steps: { name: string; unit: string; decimals: number; list: readonly LineStep[] } | null;
  ends?: { min: number | null; max: number | null } | undefined;
  picked: number | null;
}

/** alignedAxis is a second axis whose zero and grid lines are those of the first one. */
export function alignedAxis(first: NiceAxis, values: readonly (number | null)[], decimals: number): NiceAxis {
  const [low, high] = extentOf([...values, 0]);
  const need = Math.max(first.max > 0 ? high / first.max : 0, first.min < 0 ? low / first.min : 0, 10 ** -decimals);
  const power = 10 ** Math.floor(Math.log10(need));
  const factor = ([1, 2, 2.5, 5, 10].find((one) => one * power >= need * (1 - 1e-9)) ?? 10) * power;
  const round = (v: number) => Number(v.toPrecision(12));
  const step = round(first.step * factor);
  const places = [0, 1, 2, 3, 4].find((d) => Math.abs(step * 10 ** d - Math.round(step * 10 ** d)) < 1e-6) ?? 5;
  return { min: round(first.min * factor), max: round(first.max * factor), step, decimals: places };
}

/** lineProfile draws values along a line, down being negative. */
export function lineProfile(profile: LineProfile, context: ChartContext): EChartsOption {
  const base = frame(context);
  const { theme, words, narrow } = context;
  const nodes = profile.curves.flatMap((curve) => curve.nodes);
  const values = extentOf(nodes.map((node) => node.value));
  const changing = changesWithDepth(profile.thresholds);
  const whole = changing ? undefined : profile.thresholds[0];
  const lines = splitByReach(whole ? thresholdLines(whole, values) : [], values).drawn;
  const stepped = changing ? depthLimits(profile.thresholds, profile.curves.at(-1)?.nodes ?? [], values) : [];
  const limits = stepped.flatMap(({ points }) => points.map((at) => at?.[0] ?? 0));
  const steps = profile.steps;
  const slopes = steps?.list.map((one) => one.value) ?? [];
  // Steps of a sign that no value has still need their side of the axis.
  const [stepLow, stepHigh] = extentOf([...slopes, 0]);
  const reach = Math.max(Math.abs(values[0] || 0), Math.abs(values[1] || 0), 10 ** -profile.decimals) * 0.3;
  const [low, high] = extentOf([
    ...[0, ...lines.map((line) => line.value), ...limits, ...values],
    ...(stepLow < 0 ? [-reach] : []),
    ...(stepHigh > 0 ? [reach] : []),
  ]);
  const axis = niceAxis(profile.ends?.min ?? low, profile.ends?.max ?? high, 6, profile.decimals);
  const places = profile.place.span ?? extentOf(nodes.map((node) => node.depth));
  const along = niceAxis(places[0], places[1], narrow ? 4 : 9);
  const right = steps && alignedAxis(axis, slopes, steps.decimals);
  const first = valueAxis(context, axis, `${profile.name} (${profile.unit})`);
  return {
    ...base,
    grid: { left: 52, right: right ? 52 : 24, top: 40, bottom: 44 },
    xAxis: {
      type: 'value',
      min: places[0],
      max: places[1],
      ...(profile.place.ticks ? {} : { interval: along.step }),
      name: profile.place.name,
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: theme.text3, fontSize: 11 },
      axisLabel: {
        color: theme.text3,
        fontSize: 11,
        hideOverlap: true,
        formatter: profile.place.text,
        ...(profile.place.ticks ? { customValues: [...profile.place.ticks] } : {}),
      },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: true, length: 4, lineStyle: { color: theme.lineCtl } },
      splitLine: { show: false },
    },
    yAxis: [
      { ...first, nameGap: 16 },
      ...(right && steps
        ? [
            {
              ...valueAxis(context, right, `${steps.name} (${steps.unit})`),
              position: 'right' as const,
              nameGap: 16,
              nameTextStyle: {
                color: theme.text3,
                fontSize: 11,
                align: 'right' as const,
                padding: [0, -44, 0, 0],
              },
              splitLine: { show: false },
            },
          ]
        : []),
    ] as never,
    series: [
      ...(steps && right ? [stepSeries(steps.list, context)] : []),
      ...profile.curves.map((_, at) =>
        curveSeries(profile, at, () => limitLines(profile, lines, axis, context), context),
      ),
      ...stepped.map(({ level, points }, i) => ({
        id: `limit ${i}`,
        type: 'line' as const,
        silent: true,
        symbol: 'none',
        z: 1,
        connectNulls: false,
        lineStyle: { color: theme.levelFill[level] as string, width: 1, type: [6, 4] },
        endLabel: { show: true, color: theme.levelInk[level] as string, fontSize: 11, formatter: words.level(level) },
        data: points.map((at) => (at ? [at[1], at[0]] : ['-', '-'])) as never[],
      })),
    ] as SeriesOption[],
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { axis: 'x', type: 'line' },
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const hit = list.find((one) => (one as { seriesId?: string }).seriesId?.startsWith('curve'));
        const place = (hit as { value?: unknown[] } | undefined)?.value?.[0];
        return typeof place === 'number' ? tooltipContent(lineTooltip(place, profile, context)) : '';
      }) as never,
    },
  };
}

/** stepSeries fills the differences between neighbors behind the curves. */
function stepSeries(list: readonly LineStep[], { theme }: ChartContext): SeriesOption {
  const color = theme.palette[1] as string;
  return {
    id: 'steps',
    type: 'line',
    yAxisIndex: 1,
    silent: true,
    symbol: 'none',
    z: 1,
    connectNulls: false,
    lineStyle: { color, width: 1, opacity: 0.6 },
    areaStyle: { color, opacity: 0.14, origin: 0 },
    data: list.flatMap(({ from, to, value }): unknown[] => {
      if (value === null) return [['-', '-']];
      return [
        [from, value],
        [to, value],
      ];
    }) as never[],
  };
}

function curveSeries(profile: LineProfile, at: number, limits: () => object, context: ChartContext) {
  const { theme, words } = context;
  const color = theme.palette[0] as string;
  const curve = profile.curves[at] as ProfileCurve;
  const current = at === profile.curves.length - 1;
  const peak = current ? extreme(curve.nodes) : null;
  const label = ({ value }: ProfileNode) => ({
    show: true,
    position: (value ?? 0) < 0 ? ('bottom' as const) : ('top' as const),
    distance: 6,
    backgroundColor: theme.panel,
    padding: [1, 3],
    color: theme.text,
    fontSize: 12,
    fontWeight: 600,
    formatter: words.number(value, profile.decimals),
  });
  return {
    id: `curve ${curve.t}`,
    name: words.time(curve.t),
    type: 'line',
    showSymbol: true,
    symbol: 'circle',
    symbolSize: 5,
    connectNulls: false,
    z: current ? 4 : 3,
    lineStyle: { width: current ? 2.4 : 1.6, color, opacity: rampOpacity(at, profile.curves.length) },
    itemStyle: { color: theme.panel, borderColor: color, borderWidth: 1.6 },
    emphasis: { disabled: true },
    data: curve.nodes.map((node, i) => ({
      value: [node.depth, node.value ?? '-'],
      ...nodeSymbol((at) => curve.nodes[at]?.value, i, current),
      ...(current && node.no === profile.picked
        ? { symbolSize: 10, itemStyle: { color, borderColor: theme.panel } }
        : {}),
      ...(peak && node.no === peak.no ? { label: label(node) } : {}),
    })) as never[],
    ...(current ? { markLine: limits() } : {}),
  } as SeriesOption;
}

/** limitLines are the zero line and the limits. */
function limitLines({ decimals }: LineProfile, lines: readonly ThresholdLine[], axis: NiceAxis, context: ChartContext) {
  const { theme, words } = context;
  const texts = lines.map(({ level, value }) => ({
    value,
    text: `${words.level(level)} ${words.number(value, decimals)}`,
  }));
  const labels = limitLabels(texts, axis);
  return {
    symbol: 'none',
    silent: true,
    animation: false,
    data: [
      { yAxis: 0, lineStyle: { color: theme.text2, width: 1.4, type: 'solid' }, label: { show: false } },
      ...lines.map((line, i) => ({
        yAxis: line.value,
        lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
        label: {
          ...labels[i],
          color: theme.levelInk[line.level],
          fontSize: 11,
          fontWeight: 600,
          formatter: texts[i]?.text,
        },
      })),
    ] as never[],
  };
}

/** lineTooltip lists the values of all compared times at a place, newest first. */
export function lineTooltip(place: number, profile: LineProfile, { words, theme }: ChartContext): Tooltip {
  const { steps } = profile;
  const step = steps?.list.find((one) => one.to === place);
  const lines = [...profile.curves].reverse().map((curve) => ({
    color: theme.palette[0] as string,
    name: words.time(curve.t).slice(5, 16),
    value: words.number(curve.nodes.find((node) => node.depth === place)?.value, profile.decimals),
    unit: profile.unit,
  }));
  const slope =
    steps && step
      ? [
          {
            color: theme.palette[1] as string,
            name: steps.name,
            value: words.number(step.value, steps.decimals),
            unit: steps.unit,
          },
        ]
      : [];
  return { head: `${profile.place.name} ${profile.place.text(place)}`, lines: [...lines, ...slope] };
}
