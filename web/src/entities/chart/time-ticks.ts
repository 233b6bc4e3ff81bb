/** Ticks of a time axis: evenly spaced, on round times, each with the shortest clear label. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps of equal length, ms. Steps of days count from a Monday. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14].map((n) => n * day),
];
/** Steps of whole months. */
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
const monday = 4 * day; // 5 January 1970

export interface TimeTicks {
  /** Wall clock of the zone, written as if it were UTC. */
  values: number[];
  label: (t: number) => string;
}

/** timeTicks returns up to `most` ticks between two times. */
export function timeTicks(from: number, to: number, most: number): TimeTicks {
  const span = Math.max(to - from, second);
  const step = steps.find((one) => span / one <= most);
  const values = step === undefined ? monthTicks(from, to, most) : equalTicks(from, to, step);
  const labels = new Map(values.map((t, i) => [t, labelOf(t, values[i - 1], step)]));
  return { values, label: (t) => labels.get(t) ?? '' };
}

function equalTicks(from: number, to: number, step: number): number[] {
  const origin = step >= 2 * day ? monday : 0;
  const values: number[] = [];
  for (let t = origin + Math.ceil((from - origin) / step) * step; t <= to; t += step) values.push(t);
  return values;
}

function monthTicks(from: number, to: number, most: number): number[] {
  const months = (t: number) => new Date(t).getUTCFullYear() * 12 + new Date(t).getUTCMonth();
  const step = monthSteps.find((one) => (months(to) - months(from)) / one <= most) ?? 240;
  const values: number[] = [];
  for (let m = Math.ceil(months(from) / step) * step; m <= months(to); m += step) {
    const t = Date.UTC(Math.floor(m / 12), m % 12, 1);
    if (t >= from && t <= to) values.push(t);
  }
  return values;
}

/**
 * The time within a day, the date at the start of a day, the year at the start of a year; the first tick shows its
 * date.
 */
function labelOf(t: number, before: number | undefined, step: number | undefined): string {
  const text = new Date(t).toISOString();
  const year = text.slice(0, 4);
  const date = text.slice(5, 10);
  const sameYear = before !== undefined && new Date(before).toISOString().slice(0, 4) === year;
  if (step === undefined) return text.slice(0, 7);
  if (step >= day) return sameYear ? date : `${year}-${date}`;
  if (t % day === 0) return date;
  const clock = step < minute ? text.slice(11, 19) : text.slice(11, 16);
  return before === undefined ? `${date} ${clock}` : clock;
}
