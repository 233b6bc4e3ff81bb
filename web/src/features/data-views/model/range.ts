/** The quick ranges of a data view (domain views.md 0.3), by their name in the address. */
export const quickRanges = [
  '1h',
  '6h',
  '12h',
  '1d',
  '3d',
  '7d',
  '30d',
  '90d',
  '180d',
  '1y',
  '2y',
  '5y',
  '10y',
] as const;
export type QuickRange = (typeof quickRanges)[number];

const hour = 3_600_000;
const length: Record<QuickRange, number> = {
  '1h': hour,
  '6h': 6 * hour,
  '12h': 12 * hour,
  '1d': 24 * hour,
  '3d': 72 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  '180d': 180 * 24 * hour,
  '1y': 365 * 24 * hour,
  '2y': 2 * 365 * 24 * hour,
  '5y': 5 * 365 * 24 * hour,
  '10y': 10 * 365 * 24 * hour,
};

/** A range in the address: a quick one, or two times. */
export type Range = { quick: QuickRange } | { from: number; to: number };

export function isQuick(name: string): name is QuickRange {
  return (quickRanges as readonly string[]).includes(name);
}

/** The period covered by a point's readings; zeros if there are none. */
export interface Extent {
  first: number;
  last: number;
  /** ms between readings; 0: unknown. */
  interval: number;
}

/** Approximate number of readings in a chart's first range. */
const wantedReadings = 1000;

/**
 * initialRange chooses the first range of a point: 500 to 2,000 readings, or all if there are fewer, where readings
 * exist.
 */
export function initialRange({ first, last, interval }: Extent, now: number): Range {
  if (last === 0) return { quick: '30d' };
  const off = (quick: QuickRange) => Math.abs(Math.log(length[quick] / (wantedReadings * interval)));
  const byReadings =
    interval > 0 ? quickRanges.reduce((best, one) => (off(one) < off(best) ? one : best)) : ('10y' as const);
  const holds = (span: number) => quickRanges.find((one) => length[one] >= span) ?? ('10y' as const);
  const shorter = (a: QuickRange, b: QuickRange) => (length[a] <= length[b] ? a : b);
  const quick = shorter(byReadings, holds(now - first));
  if (now - last <= length[quick] / 2) return { quick };
  return { from: last - length[shorter(byReadings, holds(last - first))], to: last + 1 };
}

/** atMost shortens a range to the longest one of a view, in days; 0: no limit. It keeps the end. */
export function atMost(range: Range, days: number): Range {
  const most = days * 24 * hour;
  if (days === 0 || span(range) <= most) return range;
  if ('from' in range) return { from: range.to - most, to: range.to };
  const fitting = quickRanges.filter((one) => length[one] <= most);
  return { quick: fitting.at(-1) ?? '1h' };
}

const span = (range: Range) => ('quick' in range ? length[range.quick] : range.to - range.from);

/** parseRange parses a range in the address and falls back for an invalid one. */
export function parseRange(text: string | null, fallback: Range): Range {
  if (text === null) return fallback;
  if (isQuick(text)) return { quick: text };
  const [from, to, more] = text.split('-').map(Number);
  if (more === undefined && from !== undefined && to !== undefined && from > 0 && from < to) return { from, to };
  return fallback;
}

export function formatRange(range: Range): string {
  return 'quick' in range ? range.quick : `${range.from}-${range.to}`;
}

/** resolveRange turns a range into times; a quick one ends now. */
export function resolveRange(range: Range, now: number): { start: number; end: number } {
  return 'quick' in range ? { start: now - length[range.quick], end: now } : { start: range.from, end: range.to };
}

/** aroundLast returns a range of the same length that ends at the last reading. */
export function aroundLast(range: Range, last: number, now: number): Range {
  const { start, end } = resolveRange(range, now);
  return { from: last - (end - start), to: last + 1 };
}

/** How far back to look for the newest readings of a point, in ms: a thousand intervals, within 6 h and 30 days. */
export function reachOf(interval: number): number {
  return interval > 0 ? Math.min(length['30d'], Math.max(length['6h'], interval * 1_000_000)) : length['30d'];
}
