import type { EChartsOption } from 'echarts';
import { frame, limitLines, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { splitByReach, type Threshold, thresholdLines } from '@/entities/chart/threshold-lines';
import { tooltipContent } from '@/entities/chart/tooltip';
import { colorOf, lastOf, membersShown, type SectionAnswer } from '../../model/section';

/** The last value of each pair of a section. */
export interface Bars {
  bars: readonly { name: string; value: number | null; color: number; t: number | null }[];
  label: string;
  unit: string;
  decimals: number;
  threshold: Threshold | null;
}

/** barsOf are the last values of the pairs that are shown. */
export function barsOf(
  section: SectionAnswer,
  chosen: readonly number[],
  rest: Pick<Bars, 'label' | 'unit' | 'decimals' | 'threshold'>,
): Bars {
  return {
    ...rest,
    bars: membersShown(section, chosen).map((one) => ({
      name: one.name,
      value: lastOf(one),
      color: colorOf(section, one.id),
      t: one.answer.series[0]?.samples.at(-1)?.[0] ?? null,
    })),
  };
}

/** latestBars draws the last values in the colors of their curves, shortening downward. */
export function latestBars({ bars, label, unit, decimals, threshold }: Bars, context: ChartContext): EChartsOption {
  const { theme, words, narrow } = context;
  const base = frame(context);
  const values = extentOf([...bars.map((one) => one.value), 0]);
  const limits = splitByReach(threshold ? thresholdLines(threshold, values) : [], values).drawn;
  const axis = niceAxis(...extentOf([...values, ...limits.map((one) => one.value)]), 5, decimals);
  return {
    ...base,
    grid: { left: narrow ? 44 : 56, right: 24, top: 36, bottom: 30 },
    xAxis: {
      type: 'category',
      data: bars.map((one) => one.name),
      axisLabel: { color: theme.text2, fontSize: 11, interval: narrow ? 'auto' : 0 },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
    },
    yAxis: valueAxis(context, axis, `${label} (${unit})`),
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ((param: { dataIndex: number }) => {
        const bar = bars[param.dataIndex];
        return tooltipContent({
          head: bar?.name ?? '',
          lines: [
            {
              ...{ color: theme.palette[(bar?.color ?? 0) % theme.palette.length] as string, unit },
              name: bar?.t ? words.time(bar.t).slice(0, 16) : '',
              value: words.number(bar?.value ?? null, decimals),
            },
          ],
          remarks: [],
        });
      }) as never,
    },
    series: [
      {
        id: 'latest',
        type: 'bar',
        barMaxWidth: 44,
        data: bars.map(({ value, color }) => ({
          value: value ?? Number.NaN,
          itemStyle: { color: theme.palette[color % theme.palette.length] as string },
          label: {
            ...{ show: value !== null, position: (value ?? 0) < 0 ? ('bottom' as const) : ('top' as const) },
            ...{
              color: theme.text,
              backgroundColor: theme.panel,
              padding: [1, 3],
              fontSize: 11,
              formatter: words.number(value, decimals),
            },
          },
        })),
        markLine: {
          ...{ symbol: 'none', silent: true, animation: false },
          data: [...zeroLine(context, axis), ...limitLines(context, limits, decimals)] as never[],
        },
      },
    ],
  };
}
