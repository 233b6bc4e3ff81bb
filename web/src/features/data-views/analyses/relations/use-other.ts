import { useMemo } from 'react';
import type { AnalysisState, Readings } from '../../model/analysis';
import { type Compared, comparable, otherType, proposedOther } from '../../model/relations';
import type { FieldInfo, PointState } from '../../model/types';
import { useFields } from '../../queries/point';
import { useTree, useTreePoints } from '../../queries/project';

/** useOther finds the readings that are compared with those of a point: the chosen ones, or those that are proposed. */
export function useOther(point: PointState, { other, relate }: AnalysisState, readings: Readings | null) {
  const pending = useTree(point.projectId).isPending;
  const points = useTreePoints(point.projectId);
  const choices = useMemo(() => comparable(point, points), [point, points]);
  const chosen = useMemo(() => other ?? proposedOther(point, choices), [other, point, choices]);
  const from = choices.find(({ id }) => id === chosen?.pointId);
  const fields = useFields(from ?? point);
  const own = readings?.valueType ?? 'observed';
  return useMemo(() => {
    const field: FieldInfo | undefined = fields.find(({ name }) => name === chosen?.field);
    const valueType = otherType(own, from, field);
    const compared: Compared | null = chosen && field && from ? { ...chosen, valueType } : null;
    return {
      /** The points of a project that have readings. */
      choices,
      chosen,
      from,
      fields,
      field,
      /** Null while it is not known. */
      compared,
      /** The project has no such point or field, or none at all. */
      missing: !pending && (!from || (fields.length > 0 && !field)),
      /** Changes are subtracted from changes only. */
      unlike: relate === 'difference' && compared !== null && valueType !== own,
    };
  }, [choices, chosen, from, fields, own, pending, relate]);
}

export type Other = ReturnType<typeof useOther>;
