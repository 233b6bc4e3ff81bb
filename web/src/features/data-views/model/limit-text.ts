import type { LatestValue } from '@/api/types';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { comparisonText } from '@/ui/format/inequality';
import { formatNumber, unitBehind } from '@/ui/format/number';
import { limitNames } from '@/ui/theme/tokens';

type JudgedBy = NonNullable<LatestValue['judgedBy']>;

/** The value compared with the limit that decides its level, and the next limit: |−1.297| ≥ 1.000 m·红色 ≥ 1.500. */
export function limitText(
  by: JudgedBy,
  thresholds: readonly Threshold[],
  level: number,
  levelName: (level: number) => string,
): string {
  const { value, limit, unit, decimals } = by;
  const stands = value === null || limit === null ? '' : comparisonText({ ...by, value, limit }) + unitBehind(unit);
  const threshold = thresholds.find((one) => one.enable && one.field === by.field && one.valueType === by.valueType);
  const set = by.side === 'lower' ? threshold?.lower : threshold;
  const next = limitNames.findIndex((name, i) => i + 1 > Math.max(1, level) && typeof set?.[name] === 'number');
  const above = next < 0 ? undefined : set?.[limitNames[next] as (typeof limitNames)[number]];
  const sign = by.side === 'lower' ? '≤' : '≥';
  const further = typeof above === 'number' ? `${levelName(next + 1)} ${sign} ${formatNumber(above, decimals)}` : '';
  return [stands, further].filter(Boolean).join('·');
}
