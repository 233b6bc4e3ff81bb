import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { EpisodeLine } from './episodes';

export type Say = (
  key: 'charts:duration.days' | 'charts:duration.hours' | 'charts:duration.minutes',
  values: { count: number },
) => string;

const hourMs = 3_600_000;

/** A length of time in its two largest units; below a day in hours with a decimal, below an hour in minutes. */
export function durationText(ms: number, say: Say): string {
  if (ms < hourMs) return say('charts:duration.minutes', { count: Math.round(ms / 60_000) });
  const hours = ms / hourMs;
  if (hours < 24) return say('charts:duration.hours', { count: Number(hours.toFixed(1)) });
  const days = Math.floor(Math.round(hours) / 24);
  const rest = Math.round(hours) - 24 * days;
  return [
    say('charts:duration.days', { count: days }),
    ...(rest > 0 ? [say('charts:duration.hours', { count: rest })] : []),
  ].join(' ');
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The alerts of both sets as CSV with a byte order mark, as spreadsheets expect it. */
export function episodesFile(
  lines: readonly EpisodeLine[],
  head: readonly string[],
  {
    zone,
    decimals,
    level,
    change,
  }: {
    zone: string;
    decimals: number;
    level: (level: number) => string;
    change: (change: EpisodeLine['change']) => string;
  },
): string {
  const rows = lines.map((e) => [
    formatTime(e.opened, zone, 'full'),
    e.ended === 0 ? '' : formatTime(e.ended, zone, 'full'),
    formatNumber(e.value, decimals).replace('−', '-').replaceAll(',', ''),
    ...[e.current, e.draft].map((one) => (one > 0 ? level(one) : '')),
    change(e.change),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}
