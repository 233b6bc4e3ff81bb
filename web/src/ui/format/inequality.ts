import { formatAgainst, formatNumber, withUnit } from './number';

/** The parts of an inequality, in reading order. */
export interface Reached {
  left: string;
  sign: '≥' | '≤' | '|Δ| ≥';
  right: string;
}

interface Judged {
  value: number;
  limit: number;
  /** "lower" means at the limit or below; otherwise the magnitude reached it. */
  side: string;
  decimals: number;
}

/**
 * The inequality of an alert: |−68.03| ≥ 60.00, 210.46 ≤ 220.00. A magnitude below its limit was judged by its
 * distance from a reference. Rounding never moves the value across the limit.
 */
export function reachedText({ value, limit, side, decimals }: Judged): Reached {
  const right = formatNumber(limit, decimals);
  if (side === 'lower') return { left: formatAgainst(value, limit, decimals), sign: '≤', right };
  if (Math.abs(value) < limit) return { left: formatNumber(value, decimals), sign: '|Δ| ≥', right };
  if (value < 0) return { left: `|${formatAgainst(value, -limit, decimals)}|`, sign: '≥', right };
  return { left: formatAgainst(value, limit, decimals), sign: '≥', right };
}

/** The inequality on one line, with the unit. */
export function reachedLine(judged: Judged, unit: string): string {
  const { left, sign, right } = reachedText(judged);
  return `${left} ${sign} ${withUnit(right, unit)}`;
}

/** A value, the limit that decides its level, and how the two are compared. */
export interface Comparison extends Judged {
  /** Upper side: the direction that counts. */
  direction: string;
  /** Upper side: the reference from which the limit applies. */
  reference: number;
}

/** A value compared with the limit that decides its level, reached or not: |0.04| < 0.10. */
export function comparisonText({ value, limit, side, direction, reference, decimals }: Comparison): string {
  const right = (bound: number) => formatNumber(bound, decimals);
  if (side === 'lower') return `${formatAgainst(value, limit, decimals)} ${value <= limit ? '≤' : '>'} ${right(limit)}`;
  const distance = value - reference;
  const of = reference === 0 ? '' : ` ${minusSign(reference)} ${formatNumber(Math.abs(reference), decimals)}`;
  const against = (bound: number) => formatAgainst(reference === 0 ? value : distance, bound, decimals);
  const left = reference === 0 ? '' : `${formatNumber(value, decimals)}${of}`;
  if (direction === 'negative') return `${left || against(-limit)} ${distance <= -limit ? '≤' : '>'} ${right(-limit)}`;
  if (direction === 'positive') return `${left || against(limit)} ${distance >= limit ? '≥' : '<'} ${right(limit)}`;
  const bound = distance < 0 ? -limit : limit;
  const size = left || against(bound);
  return `|${size}| ${Math.abs(distance) >= limit ? '≥' : '<'} ${right(limit)}`;
}

const minusSign = (reference: number) => (reference < 0 ? '+' : '\u2212');
