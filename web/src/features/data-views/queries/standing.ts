import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartNote } from '@/entities/chart/note-areas';
import { type Correction, useCorrections } from '@/entities/correction/queries';
import { useKnown } from '../model/known';
import type { PointState } from '../model/types';

const ranged = ({ kind }: Correction) => kind === 'withdraw' || kind === 'suspect';

/** The corrections of a point that are in effect in a range, as they were known, and how a chart shows those of a span. */
export function useStanding(point: Pick<PointState, 'id' | 'structureId' | 'category'>, start: number, end: number) {
  const { t } = useTranslation('explain');
  const known = useKnown();
  const { data } = useCorrections(point.structureId, point.id);
  return useMemo(() => {
    // The readings of a manual point are stored as replacements: they are its data.
    const marks = (data ?? []).filter(({ kind }) => kind !== 'replace' || point.category !== 'Artificial');
    const list = marks.filter((one) => touches(one, start, end) && inEffect(one, known));
    const drawn: ChartNote[] = list.filter(ranged).map((one) => ({
      ...{ id: one.id, from: one.from, to: one.to ?? one.from, correction: true },
      text: `${t(`kind.${one.kind}`)} · ${one.note}`,
    }));
    return { list, drawn };
  }, [data, point.category, start, end, known, t]);
}

function touches(one: Correction, start: number, end: number): boolean {
  return one.from <= end && (ranged(one) ? (one.to ?? one.from) : one.from) >= start;
}

/** Reports whether a correction is in effect, or was known to be. */
function inEffect({ recordedAt, takenBackAt }: Correction, known: number | null): boolean {
  if (known === null) return takenBackAt === 0;
  return recordedAt < known && (takenBackAt === 0 || takenBackAt >= known);
}
