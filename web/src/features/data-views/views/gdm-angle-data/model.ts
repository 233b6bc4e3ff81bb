import { typesFrom } from '../../model/main-value';
import type { ProcessRecipe } from '../../model/process-picture';
import type { FieldInfo, PointState } from '../../model/types';

/** The axes of a gateway's tilt, and the resultant of their change. */
const angles = ['angleX', 'angleY', 'angleZ', 'res'];

/** anglesOf are the fields of the tilt that the point computes. */
export const anglesOf = (fields: readonly FieldInfo[]) => fields.filter(({ name }) => angles.includes(name));

/** tiltRecipe draws the chosen angles, by default X, Y and the resultant: Z is far from them. */
export function tiltRecipe(
  point: Pick<PointState, 'main'>,
  fields: readonly FieldInfo[],
  chosen: readonly string[],
): ProcessRecipe {
  const offered = anglesOf(fields).map(({ name }) => name);
  const asked = offered.filter((name) => chosen.includes(name));
  return {
    fields: asked.length > 0 ? asked : offered.filter((name) => name !== 'angleZ'),
    right: [],
    nodes: [],
    stacked: false,
    types: typesFrom(point.main, { changes: true, rates: true }),
    dashed: [],
  };
}
