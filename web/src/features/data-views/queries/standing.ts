import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCorrections } from '@/entities/correction/queries';
import { useKnown } from '../model/known';
import { standingIn, standingNotes } from '../model/standing';
import type { PointState } from '../model/types';

/** The corrections of a point that are in effect in a range, as they were known, and how a chart shows those of a span. */
export function useStanding(point: Pick<PointState, 'id' | 'structureId' | 'category'>, start: number, end: number) {
  const { t } = useTranslation('data-views');
  const known = useKnown();
  const { data } = useCorrections(point.structureId, point.id);
  return useMemo(() => {
    const list = standingIn(data ?? [], point.category, [start, end], known);
    return { list, drawn: standingNotes(list, (kind) => t(`mark.${kind}`)) };
  }, [data, point.category, start, end, known, t]);
}
