import { useTranslation } from 'react-i18next';
import type { LatestValue } from '@/api/types';
import { formatNumber } from '@/ui/format/number';
import { asLevel } from '@/ui/theme/tokens';

type Judged = Pick<LatestValue, 'judgement' | 'held'>;

/** Explains that only the restore count keeps a level, and its progress; otherwise empty. */
export function useHeldNote(): (held: LatestValue['held']) => string {
  const { t } = useTranslation();
  return (held) => {
    if (!held) return '';
    const line = formatNumber(held.line, held.decimals);
    return t(`held.${held.side}`, {
      level: t(`level.${asLevel(held.level)}`),
      count: held.restoreTimes,
      line: held.side === 'lower' ? line : t(held.direction === 'both' ? 'held.magnitude' : 'held.value', { line }),
      done: held.done,
    });
  };
}

/** Why a point is not judged, or only in part; empty if it is fully judged. */
export const reasonNote = ({ judgement }: Pick<Judged, 'judgement'>) =>
  judgement.code === 'judged' ? '' : judgement.reason;

/** An explanation of a point's mark. Empty if the level is that of the newest value. */
export function useJudgementNote(): (point: Judged) => string {
  const { t } = useTranslation();
  const heldNote = useHeldNote();
  return (point) => [heldNote(point.held), reasonNote(point)].filter(Boolean).join(t('held.and'));
}
