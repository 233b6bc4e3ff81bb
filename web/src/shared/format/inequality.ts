import { formatAgainst, formatNumber, withUnit } from './number';

/** A value that reached a limit, as it can be read aloud. */
export interface Reached {
  left: string;
  sign: '≥' | '≤' | '|Δ| ≥';
  right: string;
}

interface Judged {
  value: number;
  limit: number;
  /** lower: at the limit and below; else the magnitude reached it. */
  side: string;
  decimals: number;
}

/**
 * What an alert says of its value: |−68.03| ≥ 60.00, 210.46 ≤ 220.00. A magnitude that is smaller than its limit was
 * judged by its distance from a reference. Rounding never carries the value across.
 */
export function reachedText({ value, limit, side, decimals }: Judged): Reached {
  const right = formatNumber(limit, decimals);
  if (side === 'lower') return { left: formatAgainst(value, limit, decimals), sign: '≤', right };
  if (Math.abs(value) < limit) return { left: formatNumber(value, decimals), sign: '|Δ| ≥', right };
  if (value < 0) return { left: `|${formatAgainst(value, -limit, decimals)}|`, sign: '≥', right };
  return { left: formatAgainst(value, limit, decimals), sign: '≥', right };
}

/** The whole of it in one line, with the unit behind. */
export function reachedLine(judged: Judged, unit: string): string {
  const { left, sign, right } = reachedText(judged);
  return `${left} ${sign} ${withUnit(right, unit)}`;
}
