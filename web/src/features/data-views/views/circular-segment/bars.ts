import type { EChartsOption } from 'echarts';
import { frame, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { withPalette } from '@/entities/chart/palette';
import { rampOpacity } from '@/entities/chart/profile-nodes';
import { tooltipContent } from '@/entities/chart/tooltip';
import type { FieldInfo } from '../../model/types';
import { hasOne, type Moved, nameIn, type Quantity, type Segment } from './model';

/** The bars of the joints or segments of a lining, one for each compared time. */
export interface Bars {
  segments: readonly Segment[];
  curves: readonly { t: number; moved: readonly Moved[] }[];
  quantity: Quantity;
  field: FieldInfo;
  /** Segments whose process lines are shown. */
  shown: readonly number[];
}

/** shownIn are the segments that can have bars of a quantity. */
export const shownIn = (segments: readonly Segment[], quantity: Quantity) =>
  segments.flatMap((one, i) => (hasOne(one, quantity) ? [i] : []));

/** segmentBars draws the bars, the older times paler; the newest has its value at it. */
export function segmentBars(bars: Bars, configs: ChartConfigs, plain: ChartContext): EChartsOption {
  const { segments, curves, quantity, field, shown } = bars;
  const context = { ...plain, theme: withPalette(plain.theme, configs.palette) };
  const { theme, words, narrow } = context;
  const base = frame(context);
  const places = shownIn(segments, quantity);
  const values = extentOf([0, ...curves.flatMap(({ moved }) => places.map((i) => moved[i]?.[quantity]))]);
  const room = (values[1] - values[0]) * 0.08; // for the labels at the ends of the bars
  const axis = niceAxis(values[0] && values[0] - room, values[1] && values[1] + room, 5, field.decimals);
  const color = theme.palette[0] as string;
  const last = curves.length - 1;
  return {
    ...base,
    grid: { left: narrow ? 44 : 60, right: 20, top: 40, bottom: 34 },
    xAxis: {
      type: 'category',
      data: places.map((i) => `${i + 1}  ${nameIn(segments, i, quantity)}`),
      axisLabel: {
        fontSize: 11,
        interval: 0,
        hideOverlap: true,
        color: ((_: string, at: number) => (shown.includes(places[at] ?? -1) ? theme.text : theme.text3)) as never,
      },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
    },
    yAxis: valueAxis(context, axis, `${field.label} (${field.unit})`),
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: ((params: { dataIndex: number }[]) => {
        const index = places[params[0]?.dataIndex ?? 0] ?? 0;
        return tooltipContent({
          head: nameIn(segments, index, quantity),
          lines: curves.map(({ t, moved }) => ({
            ...{ color, unit: field.unit, name: words.time(t).slice(0, 16) },
            value: words.number(moved[index]?.[quantity] ?? null, field.decimals),
          })),
          remarks: [],
        });
      }) as never,
    },
    series: curves.map(({ t, moved }, i) => ({
      ...{ id: String(t), type: 'bar' as const, barMaxWidth: 22, barGap: '10%' },
      data: places.map((at) => {
        const value = moved[at]?.[quantity] ?? null;
        return {
          value: value ?? Number.NaN,
          itemStyle: { color, opacity: rampOpacity(i, curves.length) },
          label: {
            show: i === last && value !== null,
            position: (value ?? 0) < 0 ? ('bottom' as const) : ('top' as const),
            ...{ color: theme.text, backgroundColor: theme.panel, padding: [1, 3], fontSize: 11 },
            formatter: words.number(value, field.decimals),
          },
        };
      }),
      ...(i === last
        ? { markLine: { symbol: 'none', silent: true, animation: false, data: zeroLine(context, axis) as never[] } }
        : {}),
    })),
  };
}
