/** How much of each of the last 24 hours arrived, oldest first; 1 is everything. */
export interface Completeness {
  hours: number[];
  /** Of the whole day. */
  share: number;
}

const hourMs = 3_600_000;
export const dayHours = 24;

/** The 24 whole hours that end with the present one. */
export function dayWindow(now: number): { start: number; end: number } {
  const end = Math.floor(now / hourMs) * hourMs + hourMs;
  return { start: end - dayHours * hourMs, end };
}

/**
 * Readings that came over readings expected, hour by hour. An interval longer than an hour expects one in as many
 * hours: an hour is then complete when a reading came within the interval before its end. The present hour expects
 * only what could have come by now.
 */
export function completeness(times: readonly number[], intervalMs: number, now: number): Completeness | undefined {
  if (intervalMs <= 0) return undefined;
  const { start } = dayWindow(now);
  const hours = Array.from({ length: dayHours }, (_, hour) => {
    const from = start + hour * hourMs;
    const to = Math.min(from + hourMs, now);
    if (intervalMs > hourMs) return times.some((time) => time > to - intervalMs && time <= to) ? 1 : 0;
    const expected = Math.floor((to - from) / intervalMs);
    if (expected === 0) return 1;
    const came = times.filter((time) => time >= from && time < to).length;
    return Math.min(1, came / expected);
  });
  return { hours, share: hours.reduce((sum, share) => sum + share, 0) / dayHours };
}
