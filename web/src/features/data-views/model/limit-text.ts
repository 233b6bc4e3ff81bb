import type { Threshold } from '@/shared/charts/threshold-lines';
import { formatNumber } from '@/shared/format/number';
import { limitNames } from '@/shared/theme/tokens';

/** limitText names the limit that holds and the next one above it: 橙色 ≥ 1.000·红色 ≥ 1.500. */
export function limitText(
  threshold: Threshold,
  level: number,
  decimals: number,
  levelName: (level: number) => string,
): string {
  const from = Math.max(1, level);
  const texts: string[] = [];
  for (let i = from; i <= 4 && texts.length < 2; i++) {
    const name = limitNames[i - 1];
    const limit = name && threshold[name];
    if (limit !== null && limit !== undefined) texts.push(`${levelName(i)} ≥ ${formatNumber(limit, decimals)}`);
  }
  return texts.join('·');
}
