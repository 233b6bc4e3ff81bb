import type { ZoneShift } from '@/ui/format/zoned';
import type { DutyRoster, DutySpan } from '../duty-queries';

const day = 86_400_000;
/** The server returns 12 weeks from the present one; the last two can be shown at once. */
export const lastWeek = 9;

/** Midnight of the Monday of the present week and some weeks, as wall clock written as if it were UTC. */
export function mondayOf(now: number, week: number, shift: ZoneShift): number {
  const midnight = Math.floor(shift.to(now) / day) * day;
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7; // from Monday
  return midnight + (7 * week - weekday) * day;
}

/** A span within the days that are shown; left and width are shares of them. */
export interface Bar extends DutySpan {
  left: number;
  width: number;
}

/** The bars of a person within days from a wall clock on, placed by wall clock so that hand-overs stay below each other. */
export function barsOf(
  spans: readonly DutySpan[],
  accountId: number,
  first: number,
  days: number,
  shift: ZoneShift,
): Bar[] {
  const place = (t: number) => Math.min(1, Math.max(0, (shift.to(t) - first) / (days * day)));
  return spans
    .filter((one) => one.accountId === accountId)
    .map((one) => ({ ...one, left: place(one.from), width: place(one.to) - place(one.from) }))
    .filter(({ width }) => width > 0);
}

/** The people of the order, then those who only take over; without those who have left and have no turn. */
export function rowsOf({ accountIds, spans }: Pick<DutyRoster, 'accountIds' | 'spans'>): number[] {
  const others = spans.map(({ accountId }) => accountId).filter((id) => id > 0 && !accountIds.includes(id));
  return [...accountIds, ...new Set(others)];
}
