import type { FieldInfo } from './types';

/** fieldOptions are the entries of a list of fields, with their units. */
export const fieldOptions = (fields: readonly Pick<FieldInfo, 'name' | 'label' | 'unit'>[]) =>
  fields.map(({ name, label, unit }) => ({ value: name, label: unit ? `${label} ${unit}` : label }));
