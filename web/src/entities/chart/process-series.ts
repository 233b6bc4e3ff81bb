import type { SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import { zeroLine } from './axes';
import { levelSymbol } from './chart-theme';
import type { ChartContext } from './chart-words';
import { edgeMarks } from './edge-marks';
import { placeMarks } from './event-marks';
import { breakAtGaps, breakAtNorth, lonely, type Sample } from './gaps';
import { limitLabels } from './limit-labels';
import type { NiceAxis } from './nice-axis';
import type { ProcessChart, ProcessPlot, ProcessSeries } from './process-chart';

/** Shorter gaps, as a share of the range, are not named. */
const gapLabelShare = 0.02;

/** Where a curve is drawn: its plot and axis, and the shift of times into the zone. */
export interface Place {
  chart: ProcessChart;
  plot: ProcessPlot;
  index: number;
  axis: NiceAxis;
  drawn: readonly { level: number; value: number }[];
  context: ChartContext;
}

/**
 * The curve of a plot with its abnormal readings and last value; the first curve also carries limits, marks and gaps.
 */
export function curveWithMarks(place: Place, one: ProcessSeries, color: string): SeriesOption[] {
  const { chart, plot } = place;
  const few = plot.series.length <= 5;
  return [
    curve(place, one, color),
    ...lonelyReadings(place, one, color),
    ...(chart.showAbnormal && one.abnormal.length > 0 ? [abnormalReadings(place, one)] : []),
    ...(one.diamonds?.length ? [diamonds(place, one, one.diamonds, color)] : []),
    ...(few ? lastValue(place, one, color) : []),
  ];
}

/** Readings between two gaps, as dots: the line does not go through them. */
function lonelyReadings({ chart, index, context }: Place, one: ProcessSeries, color: string): SeriesOption[] {
  if (one.bars || one.dots || one.samples.length === 1) return [];
  const data = lonely(drawnSamples(one, chart, context.zone));
  if (data.length === 0) return [];
  return [
    {
      ...{ id: `${one.key}:lonely`, name: one.name, type: 'scatter', xAxisIndex: index, yAxisIndex: index },
      ...{ symbolSize: 4, itemStyle: { color }, silent: true, tooltip: { show: false }, emphasis: { disabled: true } },
      data: data as never,
    },
  ];
}

/** A curve of another unit on the right axis. */
export function rightCurve(
  chart: ProcessChart,
  one: ProcessSeries,
  color: string,
  yAxisIndex: number,
  { zone }: ChartContext,
): SeriesOption {
  return {
    id: one.key,
    name: one.name,
    type: one.bars ? 'bar' : 'line',
    xAxisIndex: 0,
    yAxisIndex,
    ...(one.bars
      ? { barMaxWidth: 6, itemStyle: { color, opacity: 0.7 } }
      : {
          showSymbol: false,
          connectNulls: false,
          lineStyle: { width: one.width ?? 1.2, color, type: one.dashed ? [6, 3] : 'solid' },
        }),
    emphasis: { disabled: true },
    data: drawnSamples(one, chart, zone),
  } as SeriesOption;
}

function drawnSamples(one: ProcessSeries, chart: ProcessChart, zone: string): Sample[] {
  const shift = zoneShift(zone);
  const broken = breakAtGaps(one.samples, one.gaps);
  return overRange(one.bearing ? breakAtNorth(broken) : broken, chart.range).map(([t, v]) => [shift.to(t), v]);
}

/** The label at the last value of a curve. */
export function endText(plot: ProcessPlot, one: ProcessSeries, words: ChartContext['words']): string {
  const end = lastOf(one.samples);
  if (!end) return '';
  const text = words.number(end[1], one.decimals);
  return plot.series.length > 1 ? `${text}·${one.name}` : text;
}

/** Reports whether the last value of a curve is in the visible part. */
function endInView({ window }: ProcessChart, one: ProcessSeries): boolean {
  const end = lastOf(one.samples);
  return end !== null && (window === null || (end[0] >= window[0] && end[0] <= window[1]));
}

/** More names than this do not fit at the ends. */
const mostNamed = 8;

/** Several lines are named at their ends, where the names avoid each other; only the line's own label can do that. */
function isNamed(plot: ProcessPlot, one: ProcessSeries): boolean {
  return lastOf(one.samples) !== null && plot.series.length > 1 && plot.series.length <= mostNamed && !one.bars;
}

function curve(place: Place, one: ProcessSeries, color: string): SeriesOption {
  const { chart, plot, index, context } = place;
  const { theme, words } = context;
  const main = one === plot.series[0];
  return {
    id: one.key,
    name: one.name,
    type: one.bars ? 'bar' : 'line',
    ...(one.bars ? { barMaxWidth: 6 } : {}),
    xAxisIndex: index,
    yAxisIndex: index,
    showSymbol: one.dots || one.samples.length === 1,
    ...(one.dots ? { showAllSymbol: true } : {}),
    symbol: 'circle',
    symbolSize: 5,
    connectNulls: false,
    lineStyle: { width: one.width ?? 1.6, color, type: one.dashed ? [6, 3] : 'solid' },
    itemStyle: { color },
    emphasis: { disabled: true },
    ...(isNamed(plot, one) && endInView(chart, one)
      ? {
          endLabel: {
            show: true,
            distance: 8,
            color: main ? theme.text : color,
            fontSize: 12,
            fontWeight: 600,
            formatter: endText(plot, one, words),
            // In a panel the margin is the same for all curves.
            ...(context.panel ? { width: 72, overflow: 'truncate' as const } : {}),
          },
          labelLayout: { moveOverlap: 'shiftY' },
        }
      : {}),
    data: drawnSamples(one, chart, context.zone),
    ...(main ? { markLine: lines(place, one) } : {}),
    ...(main && chart.showGaps ? { markArea: gapAreas(place, one) } : {}),
  } as SeriesOption;
}

/** The zero line, the limits and the event marks. */
function lines({ chart, axis, drawn, index, context }: Place, one: ProcessSeries) {
  const { theme, words } = context;
  const zone = zoneShift(context.zone);
  const texts = drawn.map(({ level, value }) => ({
    value,
    text: `${words.level(level)} ${words.number(value, one.decimals)}`,
  }));
  const labels = limitLabels(texts, axis);
  const limits = drawn.map((line, i) => ({
    yAxis: line.value,
    silent: true,
    lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
    label: {
      ...labels[i],
      distance: 4,
      color: theme.levelInk[line.level],
      fontSize: 11,
      fontWeight: 600,
      formatter: texts[i]?.text,
    },
  }));
  const events = placeMarks(chart.marks, chart.range).map((mark) => ({
    xAxis: zone.to(mark.t),
    name: mark.label,
    value: mark.id,
    lineStyle: { color: theme.text3, width: 1, type: [1, 3] },
    label: { show: index === 0, position: 'end', formatter: mark.text, color: theme.text3, fontSize: 11 },
  }));
  return {
    symbol: 'none',
    silent: false,
    animation: false,
    data: [
      ...zeroLine(context, axis).map((z) => ({ ...z, silent: true })),
      ...limits,
      ...(chart.showMarks ? events : []),
    ],
  };
}

function gapAreas({ chart, context }: Place, one: ProcessSeries) {
  const { theme, words } = context;
  const zone = zoneShift(context.zone);
  const span = chart.range[1] - chart.range[0];
  const before = chart.first && chart.first - chart.range[0] > gapLabelShare * span ? chart.first : null;
  return {
    silent: true,
    itemStyle: { color: theme.hover },
    label: { color: theme.text3, fontSize: 11, position: 'insideBottom' },
    data: [
      ...(before === null
        ? []
        : [
            [
              { xAxis: zone.to(chart.range[0]), label: { show: true, formatter: words.before } },
              { xAxis: zone.to(before) },
            ],
          ]),
      ...one.gaps.map((gap) => [
        {
          xAxis: zone.to(gap.from),
          label: { show: gap.to - gap.from >= gapLabelShare * span, formatter: words.gap(gap.to - gap.from) },
        },
        { xAxis: zone.to(gap.to) },
      ]),
    ],
  };
}

function abnormalReadings({ axis, index, context }: Place, one: ProcessSeries): SeriesOption {
  const { theme, words } = context;
  const zone = zoneShift(context.zone);
  const few = one.abnormal.length <= 6;
  return {
    id: `${one.key}:abnormal`,
    name: one.name,
    type: 'scatter',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    z: 3,
    data: edgeMarks(one.abnormal, axis).map((mark) => ({
      value: [zone.to(mark.t), mark.at],
      symbol: mark.edge === 'in' ? 'emptyCircle' : 'triangle',
      symbolRotate: mark.edge === 'below' ? 180 : 0,
      symbolSize: mark.edge === 'in' ? 6 : 8,
      symbolOffset: [0, mark.edge === 'above' ? 6 : mark.edge === 'below' ? -6 : 0],
      itemStyle: { color: theme.abnormal },
      label: {
        show: few && mark.edge !== 'in',
        position: 'left',
        color: theme.text3,
        fontSize: 11,
        formatter: words.abnormal(words.number(mark.value, one.decimals)),
      },
    })),
  };
}

/** Readings that lack a source. */
function diamonds({ index, context }: Place, one: ProcessSeries, at: readonly Sample[], color: string): SeriesOption {
  const zone = zoneShift(context.zone);
  return {
    id: `${one.key}:diamonds`,
    name: one.name,
    type: 'scatter',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    clip: true,
    z: 3,
    symbol: 'diamond',
    symbolSize: 9,
    itemStyle: { color: context.theme.panel, borderColor: color, borderWidth: 1.6 },
    data: at.map(([t, v]) => [zone.to(t), v]),
  };
}

/** The last value, in the shape of the level, with its number. */
function lastValue({ chart, plot, index, context }: Place, one: ProcessSeries, color: string): SeriesOption[] {
  const end = lastOf(one.samples);
  if (!end) return [];
  const { theme, words } = context;
  const main = one === plot.series[0];
  const level = main ? plot.level : null;
  return [
    {
      id: `${one.key}:last`,
      name: one.name,
      type: 'scatter',
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      z: 4,
      clip: true, // not drawn outside the visible part
      symbol: level === null ? 'circle' : (levelSymbol[level] ?? 'circle'),
      symbolSize: level === null ? 6 : 12,
      itemStyle: {
        color: level === null ? color : (theme.levelFill[level] ?? color),
        borderColor: theme.panel,
        borderWidth: 1,
      },
      label: {
        show: !isNamed(plot, one),
        // Clear of the right axis.
        ...(index === 0 && (chart.right?.length ?? 0) > 0
          ? { position: 'top', align: 'right' }
          : { position: 'right' }),
        distance: 6,
        color: main ? theme.text : color,
        fontSize: 12,
        fontWeight: 600,
        formatter: endText(plot, one, words),
      },
      data: [[zoneShift(context.zone).to(end[0]), end[1]]],
    },
  ];
}

/**
 * overRange adds empty samples at both ends of the range: the brush draws its curve from first to last sample, which
 * must be the start and end of the range.
 */
function overRange(samples: Sample[], [from, to]: readonly [number, number]): Sample[] {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first || !last) return samples;
  return [
    ...(first[0] > from ? [[from, null] as const] : []),
    ...samples,
    ...(last[0] < to ? [[to, null] as const] : []),
  ];
}

function lastOf(samples: readonly Sample[]): [number, number] | null {
  for (let i = samples.length - 1; i >= 0; i--) {
    const s = samples[i];
    if (s && s[1] !== null) return [s[0], s[1]];
  }
  return null;
}
