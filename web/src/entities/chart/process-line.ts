import type { EChartsOption, SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import { frame, timeAxis, valueAxis } from './axes';
import type { ChartContext } from './chart-words';
import { extentOf, niceAxis } from './nice-axis';
import { noteAreas, notesAt } from './note-areas';
import { axisOf, inView, type ProcessChart, type ProcessSeries } from './process-chart';
import { curveWithMarks, endText, rightCurve } from './process-series';
import { processTooltip } from './process-tooltip';
import { textWidth } from './text-width';
import { tooltipContent } from './tooltip';

/** Margins of every chart in a panel, px, so that the same time is at the same place: at the right, and below. */
const panelRight = 84;
const panelFoot = 32;

/** Curves over time: one plot or several that share the time axis, a right axis, limits, gaps, events and a brush. */
export function processLine(chart: ProcessChart, context: ChartContext): EChartsOption {
  const { theme, words, narrow, panel } = context;
  const zone = zoneShift(context.zone);
  const from = zone.to(chart.range[0]);
  const to = zone.to(chart.range[1]);
  const right = chart.right ?? [];
  const count = chart.plots.length;
  const xAxis: object[] = [];
  const yAxis: object[] = [];
  const grid: object[] = [];
  const series: SeriesOption[] = [];
  const graphic: object[] = [];
  const bottom = panel ? panelFoot : 74;
  const ownMargin = right.length === 0 || count > 1 ? endRoom(chart, context) : 60;
  const rightMargin = panel ? panelRight : ownMargin;
  const room = panel ? inPanel : onPage;
  const view = chart.window ? ([zone.to(chart.window[0]), zone.to(chart.window[1])] as const) : undefined;
  const shown: { series: ProcessSeries; color: string; times: number[] }[] = [];

  chart.plots.forEach((plot, p) => {
    const { axis, drawn, beyond } = axisOf(plot, chart, count > 1 ? 3 : 6);
    const top = `${(p * 100) / count}%`;
    grid.push({
      left: narrow ? 44 : 56,
      right: rightMargin,
      ...(count === 1
        ? { top: beyond.length > 0 ? 56 : 44, bottom }
        : { top: stackTop(p, count, room), height: stackHeight(count, room) }),
    });
    const last = p === count - 1;
    xAxis.push({
      ...timeAxis(context, from, to, view),
      gridIndex: p,
      ...(last ? {} : { axisLabel: { show: false }, axisTick: { show: false } }),
    });
    const unit = plot.series[0]?.unit ?? '';
    const look = valueAxis(context, axis, unit ? `${plot.axisName} (${unit})` : plot.axisName);
    const wind = plot.series.some((one) => one.wind);
    yAxis.push({
      ...look,
      ...(wind ? { axisLabel: { ...look.axisLabel, formatter: words.compass } } : {}),
      gridIndex: p,
    });

    if (beyond.length > 0) {
      graphic.push({
        type: 'text',
        right: right.length > 0 ? 60 : 16,
        top: count === 1 ? 4 : top,
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
      shown.push({ series: one, color, times: one.samples.map((sample) => sample[0]) });
      series.push(...curveWithMarks({ chart, plot, index: p, axis, drawn, context }, one, color));
    });
    if (chart.notes?.length) series.push(noteAreas({ ...chart, notes: chart.notes }, p, context));
    if (plot.above) series.push(plot.above(chart, { index: p, at: axis.max }, context));
  });

  if (right.length > 0) {
    yAxis.push(rightAxis(right, chart, context));
    right.forEach((one, i) => {
      const color = theme.palette[
        (one.color ?? (chart.plots[0]?.series.length ?? 0) + i) % theme.palette.length
      ] as string;
      shown.push({ series: one, color, times: one.samples.map((s) => s[0]) });
      series.push(rightCurve(chart, one, color, yAxis.length - 1, context));
    });
  }

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
      ...(panel?.pointed ? { show: false } : {}),
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const wall = (list[0] as { axisValue?: number } | undefined)?.axisValue;
        if (typeof wall !== 'number') return '';
        const drawn = chart.showAbnormal
          ? shown
          : shown.map((one) => ({ ...one, series: { ...one.series, abnormal: [] } }));
        const tip = processTooltip(zone.from(wall), drawn, context);
        const notes = notesAt({ ...chart, notes: chart.notes ?? [] }, zone.from(wall));
        return tooltipContent({ ...tip, remarks: [...(tip.remarks ?? []), ...notes] });
      }) as never,
    },
    dataZoom: timeZoom(chart, context, rightMargin),
  };
}

/** The axis of the right curves. Bars, such as rain, occupy the top third of the plot. */
function rightAxis(right: readonly ProcessSeries[], { range, rightName }: ProcessChart, context: ChartContext) {
  const axis = niceAxis(...extentOf(inView(right, range[0], range[1])), 6, right[0]?.decimals);
  const bars = right.some((s) => s.bars);
  return {
    ...valueAxis(
      context,
      bars ? { ...axis, min: 0, max: axis.max * 3 } : axis,
      `${rightName ?? right[0]?.name} (${right[0]?.unit})`,
    ),
    gridIndex: 0,
    position: 'right',
    inverse: bars,
    nameTextStyle: { color: context.theme.text3, fontSize: 11, align: 'right' },
    nameLocation: bars ? 'start' : 'end',
    splitLine: { show: false },
  };
}

/** Room at the right for the longest label of a last value; long names must not squeeze the plot. */
function endRoom({ plots }: ProcessChart, { narrow, words }: ChartContext): number {
  const texts = plots.flatMap((plot) => plot.series.slice(0, 5).map((one) => endText(plot, one, words)));
  const widest = Math.max(0, ...texts.map((text) => textWidth(text, 12)));
  return Math.min(Math.max(narrow ? 44 : 56, Math.ceil(widest) + 22), narrow ? 96 : 180);
}

/** Wheel and drag in the plot, and the brush below it that shows the whole range. */
function timeZoom({ plots, window }: ProcessChart, { theme, narrow, zone, panel }: ChartContext, rightMargin: number) {
  const shift = zoneShift(zone);
  const shared = {
    xAxisIndex: plots.map((_, i) => i),
    filterMode: 'none' as const,
    ...(window ? { startValue: shift.to(window[0]), endValue: shift.to(window[1]) } : { start: 0, end: 100 }),
  };
  const inside = {
    ...shared,
    type: 'inside' as const,
    zoomOnMouseWheel: 'ctrl' as const,
    moveOnMouseMove: true,
    moveOnMouseWheel: false,
  };
  if (panel) return [inside];
  return [
    inside,
    {
      ...shared,
      type: 'slider' as const,
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
    },
  ];
}

/** Shares of the height in percent: above the first plot, below the last (time axis and brush), and between plots. */
interface StackRoom {
  head: number;
  foot: number;
  gap: number;
}
const onPage: StackRoom = { head: 9, foot: 9, gap: 9 };
/** A panel of a board is lower, and the name of an axis as high. */
const inPanel: StackRoom = { head: 13, foot: 0, gap: 13 };
/** Between two plots; many plots are drawn higher than their window, so that the same room is a smaller share. */
const stackGap = (count: number, { gap }: StackRoom) => Math.min(gap, (3 * gap) / count);

/** Stacked plots share the height between the head (axis name) and the brush. */
function stackTop(p: number, count: number, { head, foot }: StackRoom): string {
  return `${head + (p * (100 - head - foot)) / count}%`;
}

function stackHeight(count: number, room: StackRoom): string {
  return `${(100 - room.head - room.foot) / count - stackGap(count, room)}%`;
}
