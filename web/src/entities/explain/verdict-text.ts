import { comparisonText } from '@/ui/format/inequality';
import { formatNumber, unitBehind, withUnit } from '@/ui/format/number';
import { limitNames } from '@/ui/theme/tokens';
import type { Verdict } from './types';

/** A verdict in words: the deciding limit and the distance to the next one. */
export interface VerdictText {
  /** |−1.297| ≥ 1.000 mm, or < the first limit. */
  comparison: string;
  /** For a value above normal, the next limit and the distance to it; null at red. */
  next: { level: number; limit: string; distance: string } | null;
}

/**
 * The judgement of a value by a threshold: a true inequality with its unit. Rounding never moves the value across its
 * limit.
 */
export function verdictText(verdict: Verdict, decimals: number, unit: string): VerdictText | null {
  const { threshold, value, limit, side, level } = verdict;
  if (value === null || limit === null) return null;
  const direction = threshold.direction || 'both';
  const reference = threshold.reference ?? 0;
  const comparison = comparisonText({ value, limit, side, direction, reference, decimals }) + unitBehind(unit);
  const limits = side === 'lower' ? threshold.lower : threshold;
  const next = limitNames.findIndex((name, i) => i + 1 > level && typeof limits?.[name] === 'number');
  const bound = limits?.[limitNames[next] as (typeof limitNames)[number]];
  if (level === 0 || typeof bound !== 'number') return { comparison, next: null };
  const distance = value - reference;
  const size = direction === 'positive' ? distance : direction === 'negative' ? -distance : Math.abs(distance);
  const left = side === 'lower' ? value - bound : bound - size;
  return {
    comparison,
    next: {
      level: next + 1,
      limit: formatNumber(bound, decimals),
      distance: withUnit(formatNumber(left, decimals), unit),
    },
  };
}
