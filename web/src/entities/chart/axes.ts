import type { EChartsOption } from 'echarts';
import { chartFont } from './chart-theme';
import type { ChartContext } from './chart-words';
import type { NiceAxis } from './nice-axis';
import type { ThresholdLine } from './threshold-lines';
import { timeTicks } from './time-ticks';

/** Parts that every chart shares: text style, tooltip frame, the look of an axis. */

export function frame({ theme }: ChartContext): EChartsOption {
  return {
    animation: false,
    useUTC: true,
    color: [...theme.palette],
    textStyle: { fontFamily: chartFont, color: theme.text3, fontSize: 11 },
    tooltip: {
      renderMode: 'html',
      confine: true,
      transitionDuration: 0,
      backgroundColor: theme.raised,
      borderColor: theme.lineCtl,
      borderWidth: 1,
      padding: [8, 10],
      textStyle: { color: theme.text, fontSize: 12, fontFamily: chartFont },
    },
    axisPointer: {
      lineStyle: { color: theme.text3, width: 1, type: 'solid' },
      label: { show: false },
      triggerTooltip: true,
    },
  };
}

/** A time axis from one time to another, of which a part may be in view. */
export function timeAxis(
  { theme, narrow }: ChartContext,
  from: number,
  to: number,
  view: readonly [number, number] = [from, to],
  most = narrow ? 4 : 9,
) {
  const ticks = timeTicks(view[0], view[1], most);
  return {
    type: 'time' as const,
    min: from,
    max: to,
    axisLabel: {
      color: theme.text3,
      fontSize: 11,
      hideOverlap: true,
      customValues: ticks.values,
      formatter: ticks.label,
      margin: 10,
    },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl, width: 1 } },
    axisTick: { show: true, length: 4, customValues: ticks.values, lineStyle: { color: theme.lineCtl } },
    splitLine: { show: false },
  };
}

export function valueAxis({ theme, words }: ChartContext, axis: NiceAxis, name: string) {
  return {
    type: 'value' as const,
    name,
    nameLocation: 'end' as const,
    nameGap: 24,
    nameTextStyle: { color: theme.text3, fontSize: 11, align: 'left' as const, padding: [0, 0, 0, -44] },
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    axisLabel: {
      color: theme.text3,
      fontSize: 11,
      formatter: (v: number) => words.number(v, axis.decimals),
    },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  };
}

/** The zero line of a plot, as data of a markLine. */
export function zeroLine({ theme }: ChartContext, axis: NiceAxis) {
  return axis.min < 0 && axis.max > 0
    ? [{ yAxis: 0, lineStyle: { color: theme.lineCtl, width: 1, type: 'solid' as const }, label: { show: false } }]
    : [];
}

/** Limit lines across a plot, named at their start, as data of a markLine. */
export function limitLines({ theme, words }: ChartContext, limits: readonly ThresholdLine[], decimals: number) {
  return limits.map(({ level, value }) => ({
    yAxis: value,
    lineStyle: { color: theme.levelFill[level], width: 1, type: [6, 4] },
    label: {
      ...{ position: 'insideStartTop' as const, distance: 4, fontSize: 11, fontWeight: 600 },
      color: theme.levelInk[level],
      formatter: `${words.level(level)} ${words.number(value, decimals)}`,
    },
  }));
}
