import type { EChartsOption } from 'echarts';
import { frame, limitLines, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { comparedLine } from '@/entities/chart/compared-line';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { splitByReach, thresholdLines } from '@/entities/chart/threshold-lines';
import { tooltipContent } from '@/entities/chart/tooltip';
import type { Along } from './section';

/** alongStructure draws values of sections along a structure at the compared times, the last one bold. */
export function alongStructure(
  along: Along,
  words: { chainage: string; section: string },
  context: ChartContext,
): EChartsOption {
  const { theme, words: text, narrow } = context;
  const base = frame(context);
  const { places, members, metric, curves, decimals, unit } = along;
  const values = extentOf([...curves.flatMap((curve) => curve.values), 0]);
  // The plot is low: only the limits that were met, and the next one.
  const { drawn } = splitByReach(along.threshold ? thresholdLines(along.threshold, values) : [], values);
  const met = ({ value }: { value: number }) => value >= values[0] && value <= values[1];
  const next = drawn.find((one) => !met(one));
  const limits = drawn.filter((one) => met(one) || one.level === next?.level);
  const [low, high] = extentOf([...values, ...limits.map((one) => one.value)]);
  const axis = niceAxis(low, high, 5, decimals);
  const color = theme.palette[0] as string;
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const room = Math.max((last - first) * 0.06, 1);
  return {
    ...base,
    grid: { left: narrow ? 44 : 56, right: 24, top: 36, bottom: 44 },
    xAxis: {
      type: 'value',
      name: metric ? `${words.chainage} (m)` : words.section,
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: theme.text3, fontSize: 11 },
      min: first - room,
      max: last + room,
      axisLabel: {
        ...{ color: theme.text3, fontSize: 11, hideOverlap: true, customValues: [...new Set(places)] },
        formatter: (v: number) => text.number(v, metric && places.some((p) => p % 1 !== 0) ? 1 : 0),
      },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: {
        show: true,
        length: 4,
        customValues: [...new Set(places)],
        lineStyle: { color: theme.lineCtl },
      } as never,
      splitLine: { show: false },
    },
    yAxis: valueAxis(context, axis, `${along.label} (${unit})`),
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const i = (list[0] as { dataIndex?: number } | undefined)?.dataIndex ?? -1;
        const member = members[i];
        return tooltipContent({
          head: member ? `${member.section} · ${member.name}` : '',
          lines: [...curves].reverse().map((curve) => ({
            ...{ color, unit, name: text.time(curve.t).slice(5, 16) },
            value: text.number(curve.values[i], decimals),
          })),
          remarks: [],
        });
      }) as never,
    },
    series: curves.map((curve, index) =>
      comparedLine(
        {
          ...{ t: curve.t, index, count: curves.length },
          data: curve.values.map((value, i) => [places[i] ?? Number.NaN, value ?? Number.NaN]),
          lines: [...zeroLine(context, axis), ...limitLines(context, limits, decimals)],
        },
        context,
      ),
    ),
  };
}
