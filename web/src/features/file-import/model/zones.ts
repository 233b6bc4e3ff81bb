import { zones } from '@/entities/project/zones';

/** Zones that files are written in: places, fixed offsets and GPS time; the likely one first. */
export function zonesOfFiles(first: string): string[] {
  const offsets = Array.from({ length: 27 }, (_, i) => i - 12).flatMap((hours) => {
    const sign = hours < 0 ? '-' : '+';
    return hours === 0 ? [] : [`${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`];
  });
  return [...new Set([first, 'UTC', ...offsets, '+05:30', '+05:45', '+09:30', '-03:30', 'GPS', ...zones(first)])];
}
