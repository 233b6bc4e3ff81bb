import type { EChartsOption } from 'echarts';
import { chartFont } from './chart-theme';
import type { ChartContext } from './chart-words';
import type { NiceAxis } from './nice-axis';

/** Parts that every chart shares: text style, tooltip frame, the look of an axis. */

/** Formats of a time axis. Months in figures: the same in every language. */
export const timeLabels = {
  year: '{yyyy}-{MM}',
  month: '{MM}-{dd}',
  day: '{MM}-{dd}',
  hour: '{HH}:{mm}',
  minute: '{HH}:{mm}',
  second: '{HH}:{mm}:{ss}',
  millisecond: '{HH}:{mm}:{ss}',
};

export function frame({ theme }: ChartContext): EChartsOption {
  return {
    animation: false,
    useUTC: true,
    color: [...theme.palette],
    textStyle: { fontFamily: chartFont, color: theme.text3, fontSize: 11 },
    tooltip: {
      renderMode: 'richText',
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

export function timeAxis({ theme, narrow }: ChartContext, from: number, to: number) {
  return {
    type: 'time' as const,
    min: from,
    max: to,
    axisLabel: {
      color: theme.text3,
      fontSize: 11,
      hideOverlap: true,
      formatter: timeLabels,
      margin: 10,
    },
    splitNumber: narrow ? 3 : 8,
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl, width: 1 } },
    axisTick: { show: true, length: 4, lineStyle: { color: theme.lineCtl } },
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
