import type { FieldInfo, PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** contentOf is the kind of values in the table: displacements, or the shape. */
export function contentOf({ type }: Pick<ViewState, 'type'>): 'observed' | 'accumulated' {
  return type === 'observed' ? 'observed' : 'accumulated';
}

/** isHole reports whether an array has the axes of a borehole, so that its values are displacements and a shape. */
export const isHole = (fields: readonly Pick<FieldInfo, 'name'>[]): boolean => fields.some(({ name }) => name === 'x');

/** fieldsShown are the fields with columns: the chosen ones, both axes of a chain, or else the point's main field. */
export function fieldsShown(
  point: Pick<PointState, 'field'>,
  fields: readonly FieldInfo[],
  state: Pick<ViewState, 'fields'>,
): string[] {
  if (state.fields.length > 0) return state.fields;
  const axes = ['x', 'y'].filter((name) => fields.some((field) => field.name === name));
  const main = point.field?.name ?? '';
  return main === '' || axes.includes(main) ? axes : [main];
}
