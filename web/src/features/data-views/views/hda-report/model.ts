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

/** reportedFields are the fields that a report can list: those that thresholds may judge. */
export function reportedFields(fields: readonly FieldInfo[]): FieldInfo[] {
  return fields.filter((one) => one.valueTypes.length > 0);
}
