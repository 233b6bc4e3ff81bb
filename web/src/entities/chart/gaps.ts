/** A reading of one series: time in UTC ms and value, null where there is none. */
export type Sample = readonly [number, number | null];

export interface Gap {
  from: number;
  to: number;
}

/** A period longer than this many collection intervals is a gap (domain views.md 0.3). */
export const gapIntervals = 3;

/**
 * findGaps lists the periods without readings. An interval of 0 means none is configured; the median interval of the
 * readings is used instead.
 */
export function findGaps(times: readonly number[], intervalMs: number): Gap[] {
  const interval = intervalMs > 0 ? intervalMs : medianDistance(times);
  if (!(interval > 0)) return [];
  const gaps: Gap[] = [];
  for (let i = 1; i < times.length; i++) {
    const from = times[i - 1] as number;
    const to = times[i] as number;
    if (to - from > gapIntervals * interval) gaps.push({ from, to });
  }
  return gaps;
}

function medianDistance(times: readonly number[]): number {
  if (times.length < 3) return 0;
  const distances: number[] = [];
  for (let i = 1; i < times.length; i++) distances.push((times[i] as number) - (times[i - 1] as number));
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] as number;
}

/** breakAtGaps inserts an empty sample into each gap, so that no line crosses it. */
export function breakAtGaps(samples: readonly Sample[], gaps: readonly Gap[]): Sample[] {
  const out: Sample[] = [];
  let g = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    const t = sample[0];
    while (g < gaps.length && (gaps[g] as Gap).to <= t) {
      const gap = gaps[g] as Gap;
      if (gap.from >= last && out.length > 0) out.push([(gap.from + gap.to) / 2, null]);
      g++;
    }
    out.push(sample);
    last = t;
  }
  return out;
}

/**
 * mergeDetail replaces the zoomed part of an overview by its readings: the brush keeps its shape, the plot shows every
 * reading of that part.
 */
export function mergeDetail(
  overview: readonly Sample[],
  detail: readonly Sample[],
  from: number,
  to: number,
): Sample[] {
  const out: Sample[] = [];
  for (const s of overview) if (s[0] < from) out.push(s);
  for (const s of detail) if (s[0] >= from && s[0] <= to) out.push(s);
  for (const s of overview) if (s[0] > to) out.push(s);
  return out;
}

/** standsAlone reports whether a value has no neighbor: no line goes through it. */
export function standsAlone(value: (at: number) => number | null | undefined, i: number): boolean {
  const missing = (at: number) => (value(at) ?? null) === null;
  return !missing(i) && missing(i - 1) && missing(i + 1);
}

/** lonely returns the samples that stand alone. */
export function lonely(samples: readonly Sample[]): Sample[] {
  return samples.filter((_, i) => standsAlone((at) => samples[at]?.[1], i));
}

/** breakAtNorth inserts an empty sample where a direction turns through north: no line crosses the plot. */
export function breakAtNorth(samples: readonly Sample[]): Sample[] {
  const out: Sample[] = [];
  let last: Sample | undefined;
  for (const sample of samples) {
    if (last && last[1] !== null && sample[1] !== null && Math.abs(sample[1] - last[1]) > 180)
      out.push([(last[0] + sample[0]) / 2, null]);
    out.push(sample);
    last = sample;
  }
  return out;
}
