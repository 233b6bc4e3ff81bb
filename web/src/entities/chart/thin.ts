import type { Sample } from './gaps';

/** Points of a curve at most (domain views.md 0.3). */
const most = 2400;

/**
 * thin keeps the least and the greatest of the samples of equal intervals, so that no peak is lost, where a part in view
 * has more samples than a chart draws. Outside the part it keeps as many again.
 */
export function thin(samples: readonly Sample[], [from, to]: readonly [number, number]): readonly Sample[] {
  const inside = samples.filter(([t]) => t >= from && t <= to);
  const before = samples.filter(([t]) => t < from);
  const after = samples.filter(([t]) => t > to);
  return [...extremes(before), ...extremes(inside), ...extremes(after)];
}

function extremes(samples: readonly Sample[]): readonly Sample[] {
  if (samples.length <= most) return samples;
  const size = Math.ceil(samples.length / (most / 2));
  const kept: Sample[] = [];
  for (let i = 0; i < samples.length; i += size) {
    const part = samples.slice(i, i + size);
    const values = part.filter((sample): sample is readonly [number, number] => sample[1] !== null);
    const [first] = values;
    if (!first) continue;
    const low = values.reduce((least, one) => (one[1] < least[1] ? one : least), first);
    const high = values.reduce((greatest, one) => (one[1] > greatest[1] ? one : greatest), first);
    kept.push(...(low[0] < high[0] ? [low, high] : low[0] > high[0] ? [high, low] : [low]));
  }
  return kept;
}
