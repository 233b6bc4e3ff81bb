import { formatRange, parseRange, type Range } from './range';

const key = 'plumbline.ranges';
const most = 200;

/** Ranges by point, the one that was chosen last at the end. */
function ranges(): [number, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** The range that somebody chose for a point in this browser; null where nobody did. */
export function rememberedRange(pointId: number): Range | null {
  const kept = ranges().find(([id]) => id === pointId)?.[1];
  const range = typeof kept === 'string' ? parseRange(kept, { from: 0, to: 0 }) : null;
  return range && 'to' in range && range.to === 0 ? null : range;
}

/** Keeps a range that somebody chose for a point. */
export function rememberRange(pointId: number, range: Range): void {
  const others = ranges().filter(([id]) => id !== pointId);
  try {
    localStorage.setItem(key, JSON.stringify([...others, [pointId, formatRange(range)]].slice(-most)));
  } catch {
    // A browser that keeps nothing shows the usual range next time.
  }
}
