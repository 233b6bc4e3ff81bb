import type { EChartsOption, SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import { frame, timeAxis, valueAxis } from './axes';
import type { ChartContext } from './chart-words';
import { breakAtGaps, type Gap, type Sample } from './gaps';
import { limitLabels } from './limit-labels';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { textWidth } from './text-width';
import { splitByReach, type ThresholdLine } from './threshold-lines';
import { nearestIndex, tooltipContent } from './tooltip';

/** One curve of an estimate: what was read, and what was computed from it. */
export interface EstimateCurve {
  key: string;
  name: string;
  samples: readonly Sample[];
  gaps?: readonly Gap[];
  /** Index in the palette. */
  color: number;
  /** Readings: a line, a faint line behind another, rings or crosses. Computed: whole, dashed or dotted. */
  look: 'line' | 'faint' | 'rings' | 'crosses' | 'whole' | 'dashed' | 'dotted';
}

/** The band of a curve: rows of time, low and high. */
export interface EstimateBand {
  name: string;
  color: number;
  rows: readonly (readonly [t: number, low: number, high: number])[];
}

export interface EstimateChart {
  axisName: string;
  unit: string;
  decimals: number;
  range: readonly [number, number];
  curves: readonly EstimateCurve[];
  band?: EstimateBand | null;
  /** Named times; that of the last reading is whole. */
  marks: readonly { t: number; text: string; whole?: boolean }[];
  /** A time span with its name: an interval of estimated times. */
  span?: { from: number; to: number; text: string } | null;
  /** The readings that were fitted, shaded. */
  fit?: readonly [number, number] | null;
  /** Limits with their text; those out of reach are not drawn. */
  limits: readonly (ThresholdLine & { text: string })[];
  /** Plain lines of the value axis with their text at the end or, where two are close, at the start: bands of control. */
  levels?: readonly { value: number; text: string; start?: boolean }[];
  /** Ends of the value axis that are given. */
  ends?: { min?: number; max?: number };
}

/** How far a band may widen the value axis, as a multiple of what the curves take. */
const bandReach = 0.6;

/** estimateAxis covers the curves, a band as far as it does not flatten them, and the limits in reach. */
export function estimateAxis({ curves, band, limits, levels, ends, decimals }: EstimateChart) {
  const values = curves.flatMap(({ samples }) => samples.map(([, value]) => value));
  const [low, high] = extentOf([...values, ...(levels ?? []).map(({ value }) => value)]);
  const reach = (high - low || 1) * bandReach;
  const wide = extentOf((band?.rows ?? []).flatMap(([, from, to]) => [from, to]));
  const least = Number.isNaN(wide[0]) ? low : Math.min(low, Math.max(wide[0], low - reach));
  const most = Number.isNaN(wide[1]) ? high : Math.max(high, Math.min(wide[1], high + reach));
  const { drawn } = splitByReach(limits, [low, high]);
  const [from, to] = extentOf([least, most, ...drawn.map(({ value }) => value)]);
  return { axis: niceAxis(ends?.min ?? from, ends?.max ?? to, 6, decimals), drawn };
}

/** Curves of readings have values at single times; those between are not drawn from them. */
export const isReading = ({ look }: EstimateCurve) => look === 'line' || look === 'rings' || look === 'faint';

/** estimateChart draws readings over time with what was estimated from them: a curve with its band, times and limits. */
export function estimateChart(chart: EstimateChart, context: ChartContext): EChartsOption {
  const { theme, narrow } = context;
  const zone = zoneShift(context.zone);
  const { axis, drawn } = estimateAxis(chart);
  const base = frame(context);
  const color = (index: number) => theme.palette[index % theme.palette.length] as string;
  const clamp = (value: number) => Math.min(axis.max, Math.max(axis.min, value));
  const series: SeriesOption[] = chart.curves.map((one) => curveOf(one, color(one.color), context));
  const decorated = {
    id: 'decor',
    type: 'line',
    silent: true,
    data: [],
    markLine: lines(chart, axis, drawn, context),
    markArea: areas(chart, context),
  } as SeriesOption;
  const { band } = chart;
  const bands = band
    ? [
        { id: 'band-low', data: band.rows.map(([t, low]) => [zone.to(t), clamp(low)]) },
        {
          id: 'band-high',
          areaStyle: { color: color(band.color), opacity: 0.18 },
          data: band.rows.map(([t, low, high]) => [zone.to(t), clamp(high) - clamp(low)]),
        },
      ].map(
        (one) =>
          ({
            ...{ type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', silent: true, z: 1 },
            lineStyle: { width: 0 },
            ...one,
          }) as SeriesOption,
      )
    : [];
  return {
    ...base,
    grid: { left: narrow ? 48 : 60, right: narrow ? 16 : 24, top: 56, bottom: 30 },
    xAxis: timeAxis(context, zone.to(chart.range[0]), zone.to(chart.range[1])),
    yAxis: valueAxis(context, axis, chart.unit ? `${chart.axisName} (${chart.unit})` : chart.axisName),
    graphic: legend(chart, context, color),
    series: [...bands, decorated, ...series],
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const wall = (list[0] as { axisValue?: number } | undefined)?.axisValue;
        return typeof wall === 'number' ? tooltipContent(estimateTooltip(zone.from(wall), chart, context, color)) : '';
      }) as never,
    },
  };
}

/** estimateTooltip shows the reading nearest to a time, and the curves at its time. */
export function estimateTooltip(
  t: number,
  chart: EstimateChart,
  { words }: Pick<ChartContext, 'words'>,
  color: (index: number) => string,
) {
  const near = chart.curves.filter(isReading).flatMap(({ samples }) => {
    const at = nearestIndex(
      samples.map(([time]) => time),
      t,
    );
    const time = samples[at]?.[0];
    return time === undefined ? [] : [time];
  });
  const reach = (chart.range[1] - chart.range[0]) / 60;
  const closest = near.sort((a, b) => Math.abs(a - t) - Math.abs(b - t))[0];
  const at = closest !== undefined && Math.abs(closest - t) <= reach ? closest : t;
  const line = (name: string, index: number, text: string) => ({
    ...{ color: color(index), name, value: text, unit: chart.unit },
  });
  const number = (value: number | null) => words.number(value, chart.decimals);
  const lines = chart.curves.flatMap((one) => {
    const value = isReading(one) || one.look === 'crosses' ? valueAt(one.samples, at) : between(one.samples, at);
    return value === null ? [] : [line(one.name, one.color, number(value))];
  });
  const { band } = chart;
  const low =
    band &&
    between(
      band.rows.map(([time, from]) => [time, from] as const),
      at,
    );
  const high =
    band &&
    between(
      band.rows.map(([time, , to]) => [time, to] as const),
      at,
    );
  if (band && typeof low === 'number' && typeof high === 'number')
    lines.push(line(band.name, band.color, `${number(low)} – ${number(high)}`));
  return { head: words.time(at), lines };
}

function valueAt(samples: readonly Sample[], t: number): number | null {
  return samples.find(([time]) => time === t)?.[1] ?? null;
}

/** between interpolates a curve at a time; null outside of it. */
export function between(samples: readonly Sample[], t: number): number | null {
  const next = samples.findIndex(([time]) => time >= t);
  const to = samples[next];
  if (!to) return null;
  if (to[0] === t) return to[1];
  const from = samples[next - 1];
  if (!from || from[1] === null || to[1] === null) return null;
  return from[1] + ((to[1] - from[1]) * (t - from[0])) / (to[0] - from[0]);
}

function curveOf(one: EstimateCurve, color: string, { zone, theme }: ChartContext): SeriesOption {
  const shift = zoneShift(zone);
  const data = breakAtGaps(one.samples, one.gaps ?? []).map(([t, value]) => [shift.to(t), value]);
  const shared = { id: one.key, name: one.name, data, emphasis: { disabled: true } };
  if (one.look === 'rings')
    return {
      ...{ ...shared, type: 'scatter', symbol: 'circle', symbolSize: 6, z: 2 },
      itemStyle: { color: 'transparent', borderColor: color, borderWidth: 1.2 },
    } as SeriesOption;
  if (one.look === 'crosses')
    return {
      ...{ ...shared, type: 'scatter', symbol: cross, symbolSize: 10, z: 5 },
      itemStyle: { color: 'transparent', borderColor: theme.levelFill[4] ?? color, borderWidth: 1.8 },
    } as SeriesOption;
  const type = { line: 'solid', faint: 'solid', whole: 'solid', dashed: [7, 4], dotted: [2, 3] }[one.look];
  return {
    ...{ ...shared, type: 'line', symbol: 'none', connectNulls: false, z: one.look === 'faint' ? 2 : 3 },
    ...(one.samples.length === 1 ? { symbol: 'circle', showSymbol: true } : {}),
    lineStyle: { color, type, width: one.look === 'faint' ? 1 : 1.8, opacity: one.look === 'faint' ? 0.5 : 1 },
    itemStyle: { color },
  } as SeriesOption;
}

/** A cross of two strokes. */
const cross = 'path://M-1,-1L1,1M1,-1L-1,1';

/** Times in this last share of the range have their texts at the left. */
const nearEnd = 0.92;

function lines(chart: EstimateChart, axis: NiceAxis, drawn: readonly ThresholdLine[], { theme, zone }: ChartContext) {
  const shift = zoneShift(zone);
  const label = { fontSize: 11, distance: 4 };
  const limits = chart.limits.filter((limit) =>
    drawn.some(({ value, level }) => value === limit.value && level === limit.level),
  );
  const labels = limitLabels(limits, axis);
  const late = chart.range[0] + nearEnd * (chart.range[1] - chart.range[0]);
  return {
    ...{ symbol: 'none', silent: true, animation: false },
    data: [
      ...limits.map(({ level, value, text }, i) => ({
        yAxis: value,
        lineStyle: { color: theme.levelFill[level], width: 1, type: [6, 4] },
        label: {
          ...{ ...label, ...labels[i], fontWeight: 600 },
          ...{ color: theme.levelInk[level], formatter: text },
        },
      })),
      ...(chart.levels ?? []).map(({ value, text, start }) => ({
        yAxis: value,
        lineStyle: { color: theme.lineCtl, width: 1, type: value === 0 ? 'solid' : [4, 4] },
        label: {
          ...{ ...label, position: start ? 'insideStartTop' : 'insideEndTop' },
          ...{ color: theme.text3, formatter: text },
        },
      })),
      ...chart.marks.map(({ t, text, whole }) => ({
        xAxis: shift.to(t),
        lineStyle: { color: theme.text3, width: 1, type: whole ? 'solid' : [2, 3] },
        label: {
          ...{ ...label, position: 'end', color: theme.text2, formatter: text },
          ...(t > late || whole ? { align: 'right' } : {}),
        },
      })),
    ],
  };
}

/** Spans narrower than this share of the range have no room for their name. */
const leastNamed = 0.1;

function areas(chart: EstimateChart, { theme, zone }: ChartContext) {
  const shift = zoneShift(zone);
  const { fit, span } = chart;
  const wide = span ? span.to - span.from > leastNamed * (chart.range[1] - chart.range[0]) : false;
  const named = span && wide ? span.text : '';
  const label = { show: true, position: 'insideTop', color: theme.text2, fontSize: 11 };
  const area = (from: number, to: number, name: string, color: string, opacity: number) => [
    { xAxis: shift.to(from), name, label: { ...label, show: name !== '' }, itemStyle: { color, opacity } },
    { xAxis: shift.to(to) },
  ];
  return {
    ...{ silent: true, animation: false },
    data: [
      ...(fit ? [area(fit[0], fit[1], '', theme.link, 0.07)] : []),
      ...(span ? [area(span.from, Math.min(span.to, chart.range[1]), named, theme.palette[1] as string, 0.14)] : []),
    ],
  };
}

/** legend names the curves and the band above the plot, from the right edge. */
function legend(chart: EstimateChart, { theme, narrow }: ChartContext, color: (index: number) => string): object[] {
  const entries = [
    ...chart.curves.map(({ name, color: index, look }) => ({ name, index, look: look as string })),
    ...(chart.band ? [{ name: chart.band.name, index: chart.band.color, look: 'band' }] : []),
  ];
  let right = narrow ? 16 : 24;
  return entries.reverse().map(({ name, index, look }) => {
    const at = right;
    right += textWidth(name, 11) + 40;
    const dash = { dashed: [5, 3], dotted: [2, 2] }[look] ?? null;
    const stroke = look === 'crosses' ? (theme.levelFill[4] as string) : color(index);
    const sign =
      look === 'rings'
        ? { type: 'circle', shape: { cx: 10, cy: 7, r: 3.2 }, style: { stroke, fill: 'transparent', lineWidth: 1.2 } }
        : look === 'band'
          ? { type: 'rect', shape: { x: 0, y: 2, width: 20, height: 10 }, style: { fill: stroke, opacity: 0.25 } }
          : look === 'crosses'
            ? {
                type: 'text',
                style: { x: 6, y: 0, text: '✕', fill: stroke, fontSize: 11, fontWeight: 600 },
              }
            : {
                type: 'line',
                shape: { x1: 0, y1: 7, x2: 20, y2: 7 },
                style: { stroke, lineWidth: 2, lineDash: dash, opacity: look === 'faint' ? 0.5 : 1 },
              };
    return {
      ...{ type: 'group', silent: true, right: at, top: 4 },
      children: [sign, { type: 'text', style: { x: 26, y: 1, text: name, fill: theme.text2, fontSize: 11 } }],
    };
  });
}
