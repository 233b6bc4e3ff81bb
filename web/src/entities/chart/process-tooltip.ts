import { rangesAt } from '@/ui/format/range';
import type { ChartContext } from './chart-words';
import type { Sample } from './gaps';
import type { ProcessSeries } from './process-chart';
import { nearestIndex, type Tooltip } from './tooltip';

/** processTooltip lists the nearest reading of each series at a time, and the remarks on these readings. */
export function processTooltip(
  t: number,
  shown: readonly { series: ProcessSeries; color: string; times: readonly number[] }[],
  { words }: Pick<ChartContext, 'words'>,
): Tooltip {
  let at = t;
  let best = Number.POSITIVE_INFINITY;
  const found = shown.map(({ series, times }) => {
    const sample = nearer(t, series.samples[nearestIndex(times, t)], abnormalAt(series, t));
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
    for (const flag of (here && series.flags?.get(here[0])) ?? [])
      remarks.add(words.flag(flag, rangesAt(series.ranges ?? [], at)));
    return {
      color,
      name: series.name,
      value: words.number(here?.[1], series.decimals),
      unit: series.unit,
    };
  });
  return { head: words.time(at), lines, remarks: [...remarks] };
}

/** The nearest excluded reading: it is drawn, so the tooltip explains it. */
function abnormalAt({ abnormal }: ProcessSeries, t: number): Sample | undefined {
  const found =
    abnormal[
      nearestIndex(
        abnormal.map((one) => one.t),
        t,
      )
    ];
  return found && [found.t, found.value];
}

function nearer(t: number, one: Sample | undefined, other: Sample | undefined): Sample | undefined {
  if (!one || !other) return one ?? other;
  return Math.abs(other[0] - t) < Math.abs(one[0] - t) ? other : one;
}
