import type { PointState } from './types';

/** neighbor returns the point before or after another in the order of the tree; null at its ends. */
export function neighbor(points: readonly PointState[], pointId: number, by: -1 | 1): PointState | null {
  const place = points.findIndex(({ id }) => id === pointId);
  return (place >= 0 && points[place + by]) || null;
}

/** isTyping reports whether a key belongs to a field, or to a dialog over the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=dialog]') !== null;
}
