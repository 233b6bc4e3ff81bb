import { zoneShift } from '@/ui/format/zoned';

export const kinds = ['day', 'week', 'month', 'stage', 'special'] as const;
export type Kind = (typeof kinds)[number];

const day = 86_400_000;

/**
 * The period (UTC ms) that a kind of report usually has, in days of the project's zone: yesterday, the last 7 whole days
 * or the last whole month. Null: people choose it.
 */
export function usualPeriod(kind: Kind, now: number, zone: string): { start: number; end: number } | null {
  const shift = zoneShift(zone);
  const today = Math.floor(shift.to(now) / day) * day;
  // Days are counted on the wall clock: one with a clock change has not 24 hours.
  const between = (start: number, end: number) => ({ start: shift.from(start), end: shift.from(end) });
  switch (kind) {
    case 'day':
      return between(today - day, today);
    case 'week':
      return between(today - 7 * day, today);
    case 'month': {
      const date = new Date(today);
      const first = (ago: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1);
      return between(first(1), first(0));
    }
    default:
      return null;
  }
}
