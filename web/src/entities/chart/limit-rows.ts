import type { NiceAxis } from './nice-axis';
import { textWidth } from './text-width';

/** Least room between two labels of a row, in pixels. */
const between = 6;

/**
 * limitRows places the texts of vertical lines below a plot of a width in pixels: the first row in which a text does
 * not touch the one before it, in the order of the lines.
 */
export function limitRows(
  lines: readonly { value: number; text: string }[],
  { min, max }: Pick<NiceAxis, 'min' | 'max'>,
  width: number,
): number[] {
  const ends: number[] = [];
  const rows = new Map<object, number>();
  for (const line of [...lines].sort((a, b) => a.value - b.value)) {
    const middle = ((line.value - min) / (max - min)) * width;
    const half = textWidth(line.text, 11) / 2;
    const found = ends.findIndex((end) => end + between <= middle - half);
    const row = found < 0 ? ends.length : found;
    ends[row] = middle + half;
    rows.set(line, row);
  }
  return lines.map((line) => rows.get(line) ?? 0);
}
