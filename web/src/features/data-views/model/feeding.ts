import type { components } from '@/api/schema.gen';
import type { Version } from './version';

interface Span {
  start: number;
  end: number;
}

/**
 * feedingIn returns the ids of the devices that fed a point in a range, in the order in which they began, by the
 * versions of its binding; as they were known at a time, if one is given.
 */
export function feedingIn(list: readonly Version[], { start, end }: Span, known: number | null): number[] {
  const held = list
    .filter((one) => one.aspect === 'binding' && one.validFrom <= end)
    .filter(({ recordedAt, supersededAt }) =>
      known === null ? supersededAt === 0 : recordedAt < known && (supersededAt === 0 || supersededAt >= known),
    )
    .sort((a, b) => a.validFrom - b.validFrom || a.recordedAt - b.recordedAt);
  // The last one of each beginning counts, until the next one begins.
  const inForce = held.filter((one, i) => {
    const next = held[i + 1];
    return !next || (next.validFrom > one.validFrom && next.validFrom > start);
  });
  const sources = inForce.flatMap((one) => (one.value as unknown as components['schemas']['PointBinding']).sources);
  return [...new Set(sources.flatMap(({ deviceId }) => deviceId || []))];
}
