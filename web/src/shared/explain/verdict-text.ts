import type { Threshold } from '@/shared/charts/threshold-lines';
import { formatAgainst, formatNumber, withUnit } from '@/shared/format/number';
import { limitNames } from '@/shared/theme/tokens';

/** What a verdict says: the limit that was met and how far the next one is. */
export interface VerdictText {
  /** |−1.297| ≥ 1.000, or < the first limit. */
  comparison: string;
  /** Next limit above: its level and the distance to it; null above red. */
  next: { level: number; limit: string; distance: string } | null;
}

/** verdictText words how a threshold judged a value. Rounding never carries the value across its limit. */
export function verdictText(
  threshold: Threshold,
  value: number,
  level: number,
  decimals: number,
  unit: string,
): VerdictText {
  const reference = threshold.reference ?? 0;
  const v = value - reference;
  const direction = threshold.direction || 'both';
  const magnitude = direction === 'positive' ? v : direction === 'negative' ? -v : Math.abs(v);
  const set = limitNames
    .map((name, i) => ({ level: i + 1, limit: threshold[name] }))
    .filter((one): one is { level: number; limit: number } => typeof one.limit === 'number');
  const lower = limitNames
    .map((name, i) => ({ level: i + 1, limit: threshold.lower?.[name] }))
    .filter((one): one is { level: number; limit: number } => typeof one.limit === 'number' && v <= one.limit);
  const low = lower.at(-1);
  const met = set.filter((one) => magnitude >= one.limit).at(-1);
  if (low && low.level === level && (!met || met.level < level)) {
    return {
      comparison: `${formatAgainst(value, low.limit + reference, decimals)} ≤ ${formatNumber(low.limit + reference, decimals)}`,
      next: null,
    };
  }
  const shown = met ?? set[0];
  const number = shown ? formatAgainst(magnitude, shown.limit, decimals) : formatNumber(magnitude, decimals);
  const left = direction === 'both' ? `|${formatNumber(v, decimals)}|` : number;
  const comparison = shown ? `${left} ${met ? '≥' : '<'} ${formatNumber(shown.limit, decimals)}` : left;
  const next = set.find((one) => magnitude < one.limit);
  return {
    comparison,
    next:
      next && met
        ? {
            level: next.level,
            limit: formatNumber(next.limit, decimals),
            distance: withUnit(formatNumber(next.limit - magnitude, decimals), unit),
          }
        : null,
  };
}
