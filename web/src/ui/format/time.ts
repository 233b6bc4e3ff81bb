import { notAvailable } from './number';

/** The time zone of projects without one. */
export const defaultZone = 'Asia/Shanghai';

const formats = new Map<string, Intl.DateTimeFormat>();

function inZone(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

interface Fields {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

function fields(ms: number, zone: string): Fields {
  const found: Record<string, string> = {};
  for (const { type, value } of inZone(zone).formatToParts(ms)) found[type] = value;
  return { year: '', month: '', day: '', hour: '', minute: '', second: '', ...found };
}

/**
 * Time styles: YYYY-MM-DD HH:mm:ss, MM-DD HH:mm, MM-DD, YYYY-MM-DD, HH:mm. Lists and days include the year only if it
 * is not the current one.
 */
export type TimeStyle = 'full' | 'list' | 'day' | 'date' | 'clock';

/** An instant (Unix ms) in the time of a project. */
export function formatTime(
  ms: number | null | undefined,
  zone: string = defaultZone,
  style: TimeStyle = 'full',
): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return notAvailable;
  const f = fields(ms, zone);
  switch (style) {
    case 'full':
      return `${f.year}-${f.month}-${f.day} ${f.hour}:${f.minute}:${f.second}`;
    case 'list':
      return `${dayOf(f, zone)} ${f.hour}:${f.minute}`;
    case 'day':
      return dayOf(f, zone);
    case 'date':
      return `${f.year}-${f.month}-${f.day}`;
    case 'clock':
      return `${f.hour}:${f.minute}`;
  }
}

function dayOf(f: Fields, zone: string): string {
  const day = `${f.month}-${f.day}`;
  return f.year === fields(Date.now(), zone).year ? day : `${f.year}-${day}`;
}

/** Tolerated clock difference between instrument, platform and browser. */
const clockSlackMs = 5 * 60_000;

/** Reports whether a reading is dated in the future: the clock of its instrument is fast. */
export function isAhead(ms: number, now: number): boolean {
  return ms - now > clockSlackMs;
}

/** An age in its largest whole unit, or how far ahead of the clock a reading claims to be. */
export interface Age {
  unit: 'now' | 'seconds' | 'minutes' | 'hours' | 'days' | 'years' | 'aheadMinutes' | 'aheadHours';
  count: number;
}

const dayMinutes = 24 * 60;
const yearMinutes = 365 * dayMinutes;

/** `exact` names seconds too: what is late is not "just now". */
export function ageOf(ms: number, now: number, exact = false): Age {
  const minutes = Math.floor((now - ms) / 60_000);
  if (isAhead(ms, now)) {
    return minutes > -60
      ? { unit: 'aheadMinutes', count: -minutes }
      : { unit: 'aheadHours', count: Math.floor(-minutes / 60) };
  }
  if (minutes < 1) {
    return exact ? { unit: 'seconds', count: Math.max(0, Math.floor((now - ms) / 1000)) } : { unit: 'now', count: 0 };
  }
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (minutes < dayMinutes) return { unit: 'hours', count: Math.floor(minutes / 60) };
  if (minutes < yearMinutes) return { unit: 'days', count: Math.floor(minutes / dayMinutes) };
  return { unit: 'years', count: Math.floor(minutes / yearMinutes) };
}

/** The freshness of a value: by the number of collection intervals (in seconds) since its reading. */
export type Freshness = 'fresh' | 'late' | 'stale';

export function freshness(ms: number, now: number, intervalSeconds: number): Freshness {
  if (isAhead(ms, now)) return 'stale';
  const intervals = (now - ms) / (intervalSeconds * 1000);
  if (intervals <= 1.5) return 'fresh';
  return intervals <= 3 ? 'late' : 'stale';
}

/** A length of time in whole days, hours and minutes, the two largest that are not zero. */
export function durationParts(ms: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
}

const intervalUnits = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

/** An interval in seconds as lists show it: 15 min, 2 h, 30 s. */
export function intervalText(seconds: number): string {
  const [size, unit] = intervalUnits.find(([size]) => seconds % size === 0) ?? ([1, 's'] as const);
  return `${Math.round((seconds / size) * 1000) / 1000} ${unit}`;
}
