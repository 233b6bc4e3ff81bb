import type { EChartsOption } from 'echarts';
import { frame, limitLines, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { comparedLine } from '@/entities/chart/compared-line';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { splitByReach, type Threshold, thresholdLines } from '@/entities/chart/threshold-lines';
import { tooltipContent } from '@/entities/chart/tooltip';

/** The settlements of the vessels at one time. */
export interface AlongCurve {
  t: number;
  values: readonly (number | null)[];
  /** Vessels that must be refilled or drained. */
  outside: readonly boolean[];
}

/** Settlement along a line of vessels. */
export interface Along {
  names: readonly string[];
  /** Index of the reference; -1: none. */
  reference: number;
  axisName: string;
  unit: string;
  decimals: number;
  /** Oldest first; the last one is the current. */
  curves: readonly AlongCurve[];
  threshold: Threshold | null;
  /** °C of the vessels at the current time; null: not drawn. */
  temp: readonly (number | null)[] | null;
  words: { reference: string; outside: string; temp: string };
}

/** alongLine draws the settlement along a line at the compared times: down is down. */
export function alongLine(along: Along, context: ChartContext): EChartsOption {
  const { theme, words, narrow } = context;
  const base = frame(context);
  const { curves, decimals, unit, temp } = along;
  const values = extentOf(curves.flatMap((curve) => curve.values));
  const limits = splitByReach(along.threshold ? thresholdLines(along.threshold, values) : [], values).drawn;
  const [low, high] = extentOf([...limits.map((limit) => limit.value), ...values, 0]);
  const axis = niceAxis(low, high, 6, decimals);
  const warm = niceAxis(...extentOf(temp ?? []), 6, 1);
  const color = theme.palette[0] as string;
  return {
    ...base,
    grid: { left: narrow ? 44 : 56, right: temp ? 56 : 24, top: 44, bottom: 44 },
    xAxis: {
      type: 'category',
      data: along.names.map((name, i) => (i === along.reference ? `${name}\n${along.words.reference}` : name)),
      axisLabel: { color: theme.text2, fontSize: 11, interval: narrow ? 'auto' : 0, margin: 10 },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
    },
    yAxis: [
      valueAxis(context, axis, `${along.axisName} (${unit})`),
      ...(temp
        ? [
            {
              ...valueAxis(context, warm, `${along.words.temp} (°C)`),
              position: 'right' as const,
              nameTextStyle: { color: theme.text3, fontSize: 11, align: 'right' as const },
              splitLine: { show: false },
            },
          ]
        : []),
    ],
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const i = (list[0] as { dataIndex?: number } | undefined)?.dataIndex ?? -1;
        const last = curves.at(-1);
        return tooltipContent({
          head: along.names[i] ?? '',
          lines: [...curves].reverse().map((curve) => ({
            ...{ color, unit, name: words.time(curve.t).slice(5, 16) },
            value: words.number(curve.values[i], decimals),
          })),
          remarks: last?.outside[i] ? [along.words.outside] : [],
        });
      }) as never,
    },
    series: [
      ...curves.map((curve, index) =>
        comparedLine(
          {
            ...{ t: curve.t, index, count: curves.length },
            data: curve.values.map((value, i) => ({
              value: value ?? Number.NaN,
              ...(index === curves.length - 1 && curve.outside[i]
                ? {
                    symbolSize: 10,
                    itemStyle: { color: theme.panel, borderColor: color, borderWidth: 2 },
                    label: {
                      ...{ show: true, position: 'top' as const, color: theme.text2, fontSize: 11 },
                      formatter: along.words.outside,
                    },
                  }
                : {}),
            })),
            lines: [...zeroLine(context, axis), ...limitLines(context, limits, decimals)],
          },
          context,
        ),
      ),
      ...(temp
        ? [
            {
              id: 'along:temp',
              name: along.words.temp,
              type: 'line' as const,
              yAxisIndex: 1,
              showSymbol: false,
              connectNulls: false,
              lineStyle: { width: 1.2, color: theme.palette[1] as string, type: [6, 3] },
              emphasis: { disabled: true },
              data: temp.map((value) => value ?? Number.NaN),
            },
          ]
        : []),
    ],
  };
}
