import type { FieldInfo, PointState, ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';

export const types: readonly ValueType[] = ['observed', 'accumulated', 'change', 'rate'];

/** What the table shows: fields of the composite point, and the kind of value of all columns. */
export interface TableLook {
  fields: readonly string[];
  valueType: ValueType;
  base: number | null;
}

/** tableLook reads the address. By default the table has the observed values of the main field. */
export function tableLook(
  { fields, type, base }: Pick<ViewState, 'fields' | 'type' | 'base'>,
  point: Pick<PointState, 'field'>,
  all: readonly FieldInfo[],
): TableLook {
  const chosen = all.map(({ name }) => name).filter((name) => fields.includes(name));
  const main = point.field?.name ?? all[0]?.name;
  const valueType = types.find((one) => one === type) ?? 'observed';
  return {
    fields: chosen.length > 0 ? chosen : main ? [main] : [],
    valueType,
    base: valueType === 'accumulated' ? base : null,
  };
}
