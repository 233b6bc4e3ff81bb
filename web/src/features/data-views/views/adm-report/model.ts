import type { FieldInfo } from '../../model/types';

/** Depth steps of the rows in m; 0: the nodes themselves. */
export const steps = [0, 0.5, 1] as const;

export function stepOf(mode: string | null): number {
  return steps.find((one) => String(one) === mode) ?? 0;
}

/** directionsOf are the fields whose change a report lists: A, B, resultant, north, east, settlement. */
export function directionsOf(fields: readonly FieldInfo[]): FieldInfo[] {
  return fields.filter((one) => one.valueTypes.includes('accumulated'));
}

/** directionOf is the chosen direction, else the first. */
export function directionOf(directions: readonly FieldInfo[], chosen: string | null): string | null {
  return (directions.find((one) => one.name === chosen) ?? directions[0])?.name ?? null;
}
