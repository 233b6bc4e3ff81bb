import type { EChartsOption, SeriesOption } from 'echarts';
import { frame, timeAxis, valueAxis, zeroLine } from './axes';
import { levelSymbol } from './chart-theme';
import type { ChartContext } from './chart-words';
import { type AbnormalReading, edgeMarks } from './edge-marks';
import { type EventMark, placeMarks } from './event-marks';
import { breakAtGaps, type Gap, type Sample } from './gaps';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { splitByReach, type Threshold, thresholdLines } from './threshold-lines';
import { nearestIndex, tooltipStyles, tooltipText } from './tooltip';
import { zoneShift } from './zoned';

/** One curve over time. */
export interface ProcessSeries {
  key: string;
  name: string;
  unit: string;
  decimals: number;
  samples: readonly Sample[];
  gaps: readonly Gap[];
  abnormal: readonly AbnormalReading[];
  /** B directions are dashed. */
  dashed?: boolean;
  /** Bars instead of a line: rain; on the right axis they hang from the top. */
  bars?: boolean;
  /** Index in the palette; by default the place in the list. */
  color?: number;
  /** Remarks of single readings by time, as names of flags. */
  flags?: ReadonlyMap<number, readonly string[]>;
}

/** One plot of a process-line chart. A chart has one, or several that share the time axis. */
export interface ProcessPlot {
  /** Name of the axis without unit; the unit is that of the series. */
  axisName: string;
  series: readonly ProcessSeries[];
  threshold: Threshold | null;
  /** Level of the last value, drawn as its shape; null draws a plain dot. */
  level: number | null;
}

export interface ProcessChart {
  plots: readonly ProcessPlot[];
  /** Curves of another unit on the right axis of the first plot. */
  right?: readonly ProcessSeries[];
  range: readonly [number, number];
  marks: readonly EventMark[];
  showThresholds: boolean;
  showMarks: boolean;
  showGaps: boolean;
  showAbnormal: boolean;
  /** Part of the range that is in view; null shows all. */
  window: readonly [number, number] | null;
}

const gapLabelShare = 0.02;

/** axisOf finds the axis of one plot: the data and the thresholds it may meet, never the abnormal
 *  readings. The part in view decides when zoomed. */
export function axisOf(
  plot: ProcessPlot,
  chart: Pick<ProcessChart, 'showThresholds' | 'window' | 'range'>,
  ticks = 6,
): { axis: NiceAxis; drawn: { level: number; value: number }[]; beyond: { level: number; value: number }[] } {
  const [from, to] = chart.window ?? chart.range;
  const extent = extentOf(inView(plot.series, from, to));
  const lines = chart.showThresholds && plot.threshold ? thresholdLines(plot.threshold, extent) : [];
  const { drawn, beyond } = splitByReach(lines, extent);
  const values = drawn.map((l) => l.value);
  const [low, high] = extentOf([...values, extent[0], extent[1]]);
  return { axis: niceAxis(low, high, ticks), drawn, beyond };
}

function* inView(series: readonly ProcessSeries[], from: number, to: number) {
  for (const s of series) for (const [t, v] of s.samples) if (t >= from && t <= to) yield v;
}

export function processLine(chart: ProcessChart, context: ChartContext): EChartsOption {
  const { theme, words, narrow } = context;
  const zone = zoneShift(context.zone);
  const from = zone.to(chart.range[0]);
  const to = zone.to(chart.range[1]);
  const right = chart.right ?? [];
  const count = chart.plots.length;
  const colors: string[] = [];
  const xAxis: object[] = [];
  const yAxis: object[] = [];
  const grid: object[] = [];
  const series: SeriesOption[] = [];
  const graphic: object[] = [];
  const bottom = 74;
  const several = chart.plots.some((plot) => plot.series.length > 1);
  const rightMargin = right.length > 0 ? 60 : several ? 104 : narrow ? 56 : 72;
  const shown: { series: ProcessSeries; color: string; times: number[] }[] = [];

  chart.plots.forEach((plot, p) => {
    const { axis, drawn, beyond } = axisOf(plot, chart, count > 1 ? 3 : 6);
    const top = `${(p * 100) / count}%`;
    grid.push({
      left: narrow ? 44 : 56,
      right: rightMargin,
      ...(count === 1 ? { top: 44, bottom } : { top: stackTop(p, count), height: stackHeight(count) }),
    });
    const last = p === count - 1;
    xAxis.push({
      ...timeAxis(context, from, to),
      gridIndex: p,
      ...(last ? {} : { axisLabel: { show: false }, axisTick: { show: false } }),
    });
    const unit = plot.series[0]?.unit ?? '';
    yAxis.push({ ...valueAxis(context, axis, unit ? `${plot.axisName} (${unit})` : plot.axisName), gridIndex: p });

    if (beyond.length > 0) {
      graphic.push({
        type: 'text',
        right: right.length > 0 ? 60 : 16,
        top: count === 1 ? 8 : top,
        silent: true,
        style: {
          text: beyond
            .map((l) => words.beyond(words.level(l.level), words.number(l.value, plot.series[0]?.decimals ?? 2)))
            .join('  '),
          fill: theme.text3,
          fontSize: 11,
        },
      });
    }

    plot.series.forEach((one, i) => {
      const color = theme.palette[(one.color ?? i) % theme.palette.length] as string;
      colors.push(color);
      shown.push({ series: one, color, times: one.samples.map((s) => s[0]) });
      const main = i === 0;
      const end = lastOf(one.samples);
      const endText = end ? words.number(end[1], one.decimals) : '';
      // Of several lines the names stand at the ends and make way for each other, which only the line's own label can.
      const named = end !== null && plot.series.length > 1 && plot.series.length <= 5 && !one.bars;
      series.push({
        id: one.key,
        name: one.name,
        type: one.bars ? 'bar' : 'line',
        ...(one.bars ? { barMaxWidth: 6, itemStyle: { color } } : {}),
        xAxisIndex: p,
        yAxisIndex: p,
        showSymbol: one.samples.length === 1,
        symbol: 'circle',
        symbolSize: 5,
        connectNulls: false,
        lineStyle: { width: 1.6, color, type: one.dashed ? [6, 3] : 'solid' },
        itemStyle: { color },
        emphasis: { disabled: true },
        ...(named
          ? {
              endLabel: {
                show: true,
                distance: 8,
                color: main ? theme.text : color,
                fontSize: 12,
                fontWeight: 600,
                formatter: `${endText}·${one.name}`,
              },
              labelLayout: { moveOverlap: 'shiftY' },
            }
          : {}),
        data: overRange(breakAtGaps(one.samples, one.gaps), chart.range).map(([t, v]) => [zone.to(t), v]),
        ...(main
          ? {
              markLine: {
                symbol: 'none',
                silent: false,
                animation: false,
                data: [
                  ...zeroLine(context, axis).map((z) => ({ ...z, silent: true })),
                  ...drawn.map((line) => ({
                    yAxis: line.value,
                    silent: true,
                    lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
                    label: {
                      position: 'insideStartTop',
                      distance: 4,
                      color: theme.levelInk[line.level],
                      fontSize: 11,
                      fontWeight: 600,
                      formatter: `${words.level(line.level)} ${words.number(line.value, one.decimals)}`,
                    },
                  })),
                  ...(chart.showMarks
                    ? placeMarks(chart.marks, chart.range).map((mark) => ({
                        xAxis: zone.to(mark.t),
                        name: mark.label,
                        value: mark.id,
                        lineStyle: { color: theme.text3, width: 1, type: [1, 3] },
                        label: {
                          show: p === 0,
                          position: 'end',
                          formatter: mark.text,
                          color: theme.text3,
                          fontSize: 11,
                        },
                      }))
                    : []),
                ] as never[],
              },
              ...(chart.showGaps
                ? {
                    markArea: {
                      silent: true,
                      itemStyle: { color: theme.hover },
                      label: { color: theme.text3, fontSize: 11, position: 'insideBottom' },
                      data: one.gaps.map((gap) => [
                        {
                          xAxis: zone.to(gap.from),
                          label: {
                            show: gap.to - gap.from >= gapLabelShare * (chart.range[1] - chart.range[0]),
                            formatter: words.gap(gap.to - gap.from),
                          },
                        },
                        { xAxis: zone.to(gap.to) },
                      ]) as never[],
                    },
                  }
                : {}),
            }
          : {}),
      });

      if (chart.showAbnormal && one.abnormal.length > 0) {
        const few = one.abnormal.length <= 6;
        series.push({
          id: `${one.key}:abnormal`,
          name: one.name,
          type: 'scatter',
          xAxisIndex: p,
          yAxisIndex: p,
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
        });
      }

      if (end && plot.series.length <= 5) {
        const level = main ? plot.level : null;
        series.push({
          id: `${one.key}:last`,
          name: one.name,
          type: 'scatter',
          xAxisIndex: p,
          yAxisIndex: p,
          silent: true,
          z: 4,
          clip: false,
          symbol: level === null ? 'circle' : (levelSymbol[level] ?? 'circle'),
          symbolSize: level === null ? 6 : 12,
          itemStyle: {
            color: level === null ? color : (theme.levelFill[level] ?? color),
            borderColor: theme.panel,
            borderWidth: 1,
          },
          label: {
            show: !named,
            position: 'right',
            distance: 6,
            color: main ? theme.text : color,
            fontSize: 12,
            fontWeight: 600,
            formatter: plot.series.length > 1 ? `${endText}·${one.name}` : endText,
          },
          data: [[zone.to(end[0]), end[1]]],
        });
      }
    });
  });

  if (right.length > 0) {
    const axis = niceAxis(...extentOf(inView(right, chart.range[0], chart.range[1])));
    const bars = right.some((s) => s.bars);
    yAxis.push({
      ...valueAxis(
        context,
        bars ? { ...axis, min: 0, max: axis.max * 3 } : axis,
        `${right[0]?.name} (${right[0]?.unit})`,
      ),
      gridIndex: 0,
      position: 'right',
      inverse: bars,
      nameTextStyle: { color: theme.text3, fontSize: 11, align: 'right' },
      nameLocation: bars ? 'start' : 'end',
      splitLine: { show: false },
    });
    right.forEach((one, i) => {
      const color = theme.palette[
        (one.color ?? (chart.plots[0]?.series.length ?? 0) + i) % theme.palette.length
      ] as string;
      colors.push(color);
      shown.push({ series: one, color, times: one.samples.map((s) => s[0]) });
      series.push({
        id: one.key,
        name: one.name,
        type: one.bars ? 'bar' : 'line',
        xAxisIndex: 0,
        yAxisIndex: yAxis.length - 1,
        ...(one.bars
          ? { barMaxWidth: 6, itemStyle: { color, opacity: 0.7 } }
          : {
              showSymbol: false,
              connectNulls: false,
              lineStyle: { width: 1.2, color, type: one.dashed ? [6, 3] : 'solid' },
            }),
        emphasis: { disabled: true },
        data: overRange(breakAtGaps(one.samples, one.gaps), chart.range).map(([t, v]) => [zone.to(t), v]),
      } as SeriesOption);
    });
  }

  const zoomed = chart.window;
  const base = frame(context);
  return {
    ...base,
    grid,
    xAxis,
    yAxis,
    graphic,
    series,
    axisPointer: { ...(base.axisPointer as object), link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      textStyle: {
        ...((base.tooltip as { textStyle: object }).textStyle ?? {}),
        rich: tooltipStyles(context, colors),
      } as never,
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const wall = (list[0] as { axisValue?: number } | undefined)?.axisValue;
        if (typeof wall !== 'number') return '';
        return processTooltip(zone.from(wall), shown, context);
      }) as never,
    },
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: chart.plots.map((_, i) => i),
        filterMode: 'none',
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseMove: true,
        moveOnMouseWheel: false,
        ...(zoomed ? { startValue: zone.to(zoomed[0]), endValue: zone.to(zoomed[1]) } : { start: 0, end: 100 }),
      },
      {
        type: 'slider',
        xAxisIndex: chart.plots.map((_, i) => i),
        filterMode: 'none',
        height: narrow ? 22 : 30,
        bottom: 12,
        left: narrow ? 44 : 56,
        right: rightMargin,
        brushSelect: false,
        showDetail: false,
        backgroundColor: 'transparent',
        borderColor: theme.line,
        fillerColor: `${theme.link}22`,
        dataBackground: { lineStyle: { color: theme.text3, width: 1 }, areaStyle: { opacity: 0 } },
        selectedDataBackground: { lineStyle: { color: theme.link, width: 1 }, areaStyle: { opacity: 0 } },
        handleStyle: { color: theme.panel, borderColor: theme.link },
        moveHandleSize: 0,
        ...(zoomed ? { startValue: zone.to(zoomed[0]), endValue: zone.to(zoomed[1]) } : { start: 0, end: 100 }),
      },
    ],
  };
}

/** overRange puts empty samples at both ends of the range: the brush draws its curve from the first sample to the last,
 *  and these must stand where the range begins and ends. */
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

/** Shares of the height in percent: above the first plot, below the last (time axis and brush), between two. */
const stackHead = 9;
const stackFoot = 9;
const stackGap = 9;

/** Stacked plots share the height between the head (axis name) and the brush. */
function stackTop(p: number, count: number): string {
  return `${stackHead + (p * (100 - stackHead - stackFoot)) / count}%`;
}

function stackHeight(count: number): string {
  return `${(100 - stackHead - stackFoot) / count - stackGap}%`;
}

/** processTooltip writes what a reader sees at a time: every series' nearest reading, and the
 *  remarks of these readings in words. */
export function processTooltip(
  t: number,
  shown: readonly { series: ProcessSeries; color: string; times: readonly number[] }[],
  { words }: Pick<ChartContext, 'words'>,
): string {
  let at = t;
  let best = Number.POSITIVE_INFINITY;
  const found = shown.map(({ series, times }) => {
    const i = nearestIndex(times, t);
    const sample = i < 0 ? undefined : series.samples[i];
    if (sample && Math.abs(sample[0] - t) < best) {
      best = Math.abs(sample[0] - t);
      at = sample[0];
    }
    return sample;
  });
  const remarks = new Set<string>();
  const lines = shown.map(({ series, color }, i) => {
    const sample = found[i];
    const here = sample && sample[0] === at ? sample : undefined;
    for (const flag of (here && series.flags?.get(here[0])) ?? []) remarks.add(words.flag(flag));
    return {
      color,
      name: series.name,
      value: words.number(here?.[1], series.decimals),
      unit: series.unit,
    };
  });
  return tooltipText(words.time(at), lines, [...remarks]);
}
