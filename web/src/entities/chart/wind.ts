import type { SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import type { ChartContext } from './chart-words';
import type { Sample } from './gaps';
import { nearestIndex } from './tooltip';

/** spread picks the readings nearest to the middles of n equal parts of a range; a part without one stays empty. */
export function spread(samples: readonly Sample[], [from, to]: readonly [number, number], n: number): Sample[] {
  const there = samples.filter(([, v]) => v !== null);
  const times = there.map(([t]) => t);
  const width = (to - from) / n;
  return Array.from({ length: n }, (_, i) => from + i * width).flatMap((begin) => {
    const near = there[nearestIndex(times, begin + width / 2)];
    return near && near[0] >= begin && near[0] < begin + width ? [near] : [];
  });
}

/** An arrow that points down, as a wind from the north blows on a map. */
const arrow = 'path://M4 0H6V8H9L5 14L1 8H4Z';

/** windArrows shows where the wind blows to, in a row above a plot. */
export function windArrows(
  directions: readonly Sample[],
  { range, window }: { range: readonly [number, number]; window: readonly [number, number] | null },
  { index, at }: { index: number; at: number },
  { theme, zone, narrow }: ChartContext,
): SeriesOption {
  const shift = zoneShift(zone);
  return {
    id: `${index}:wind`,
    type: 'scatter',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    symbol: arrow,
    symbolSize: [7, 11],
    symbolOffset: [0, -9],
    itemStyle: { color: theme.text2 },
    data: spread(directions, window ?? range, narrow ? 10 : 24).map(([t, from]) => ({
      value: [shift.to(t), at],
      symbolRotate: -(from ?? 0),
    })),
  };
}
