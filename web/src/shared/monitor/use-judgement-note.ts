import { useTranslation } from 'react-i18next';
import type { LatestValue } from '@/api/types';
import { formatNumber } from '@/shared/format/number';
import { asLevel } from '@/shared/theme/tokens';

type Judged = Pick<LatestValue, 'judgement' | 'held'>;

/**
 * What the mark of a point does not say by itself: why it is not judged, what of it is not, or that only the restore
 * count keeps its level. Empty where the level is that of the newest value.
 */
export function useJudgementNote(): (point: Judged) => string {
  const { t } = useTranslation();
  return ({ judgement, held }) => {
    const parts = judgement.code === 'judged' ? [] : [judgement.reason];
    if (held) {
      const line = formatNumber(held.line, held.decimals);
      parts.unshift(
        t(`held.${held.side}`, {
          level: t(`level.${asLevel(held.level)}`),
          count: held.restoreTimes,
          line: held.side === 'lower' ? line : t(held.direction === 'both' ? 'held.magnitude' : 'held.value', { line }),
          done: held.done,
        }),
      );
    }
    return parts.join(t('held.and'));
  };
}
