import { formatTime } from '@/ui/format/time';

/** A period in the time of the project; whole days by their dates, both included: a report of one day has one date. */
export function periodText(start: number, end: number, zone: string): string {
  const whole = [start, end].every((time) => formatTime(time, zone, 'full').endsWith('00:00:00'));
  if (!whole) return `${minute(start, zone)} – ${minute(end, zone)}`;
  const first = formatTime(start, zone, 'date');
  const last = formatTime(end - 1, zone, 'date');
  return first === last ? first : `${first} – ${last}`;
}

const minute = (time: number, zone: string) => formatTime(time, zone, 'full').slice(0, 16);
