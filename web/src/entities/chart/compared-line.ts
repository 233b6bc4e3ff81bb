import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from './chart-words';
import { rampOpacity } from './profile-nodes';

interface ComparedLine {
  /** The time of the values. */
  t: number;
  /** Its place among the compared times; the last one is the current. */
  index: number;
  count: number;
  data: NonNullable<LineSeriesOption['data']>;
  /** Lines across the plot, drawn once: zero and limits. */
  lines: readonly object[];
}

/** comparedLine is the curve of one of several compared times along a line: the current one is bold and has points. */
export function comparedLine(
  { t, index, count, data, lines }: ComparedLine,
  { theme, words }: ChartContext,
): LineSeriesOption {
  const current = index === count - 1;
  const color = theme.palette[0] as string;
  return {
    id: `along:${t}`,
    name: words.time(t),
    type: 'line',
    showSymbol: current || data.length === 1,
    symbol: 'circle',
    symbolSize: 7,
    connectNulls: false,
    z: current ? 3 : 2,
    lineStyle: { width: current ? 2.4 : 1.6, color, opacity: rampOpacity(index, count) },
    itemStyle: { color },
    emphasis: { disabled: true },
    data,
    ...(current
      ? { markLine: { symbol: 'none', silent: true, animation: false, z: 1, data: [...lines] as never[] } }
      : {}),
  };
}
