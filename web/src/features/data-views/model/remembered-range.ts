import { formatRange, parseRange, type Range } from './range';

const key = 'plumbline.ranges';
const most = 200;

/** Ranges by point, the most recently chosen one last. */
function ranges(): [number, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** Returns the range last chosen for a point in this browser, or null. */
export function rememberedRange(pointId: number): Range | null {
  const kept = ranges().find(([id]) => id === pointId)?.[1];
  const range = typeof kept === 'string' ? parseRange(kept, { from: 0, to: 0 }) : null;
  return range && 'to' in range && range.to === 0 ? null : range;
}

/** Stores the range chosen for a point. */
export function rememberRange(pointId: number, range: Range): void {
  const others = ranges().filter(([id]) => id !== pointId);
  try {
    localStorage.setItem(key, JSON.stringify([...others, [pointId, formatRange(range)]].slice(-most)));
  } catch {
    // Without storage the default range is shown next time.
  }
}
