import type { Sample } from './gaps';

export interface Summary {
  count: number;
  min: { t: number; value: number } | null;
  max: { t: number; value: number } | null;
  mean: number | null;
  last: { t: number; value: number } | null;
}

/** summarize returns the extremes, mean and last of the drawn samples, for the chart's description. */
export function summarize(samples: readonly Sample[]): Summary {
  const out: Summary = { count: 0, min: null, max: null, mean: null, last: null };
  let sum = 0;
  for (const [t, value] of samples) {
    if (value === null) continue;
    out.count++;
    sum += value;
    if (!out.min || value < out.min.value) out.min = { t, value };
    if (!out.max || value > out.max.value) out.max = { t, value };
    out.last = { t, value };
  }
  if (out.count > 0) out.mean = sum / out.count;
  return out;
}
