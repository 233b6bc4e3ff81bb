import { mostReported } from '../../model/report';
import type { FieldInfo, PointState } from '../../model/types';

/** siblings are the points of the same item and measurement, the point itself among them. */
export function siblings(points: readonly PointState[], point: PointState): PointState[] {
  const found = points.filter(
    (one) =>
      one.structureId === point.structureId && one.itemId === point.itemId && one.measurement === point.measurement,
  );
  return found.some((one) => one.id === point.id) ? found.slice(0, mostReported) : [point];
}

/** chosenPoints are the ids that the address names, in the order of the list; all if it names none. */
export function chosenPoints(points: readonly Pick<PointState, 'id'>[], chosen: readonly number[]): number[] {
  const all = points.map((one) => one.id);
  const kept = all.filter((id) => chosen.includes(id));
  return kept.length > 0 ? kept : all;
}

/** reportedFields are the fields that a report can list: those that thresholds may judge. */
export function reportedFields(fields: readonly FieldInfo[]): FieldInfo[] {
  return fields.filter((one) => one.valueTypes.length > 0);
}
