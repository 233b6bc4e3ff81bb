import { isOutside, type LineReading, levelDifference, type Vessel } from '../../model/level-line';
import type { ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** The values of a vessel that the table can show. */
export const contents = ['settlement', 'level', 'difference', 'temp'] as const;
export type Content = (typeof contents)[number];

export const types: readonly ValueType[] = ['accumulated', 'observed', 'change', 'rate'];

/** tableLook is what the table shows: the kind of settlement, and the columns of each vessel. */
export function tableLook({ type, fields }: Pick<ViewState, 'type' | 'fields'>): {
  valueType: ValueType;
  shown: Content[];
} {
  const chosen = contents.filter((one) => fields.includes(one));
  return {
    valueType: types.find((one) => one === type) ?? 'accumulated',
    shown: chosen.length > 0 ? chosen : ['settlement'],
  };
}

/** A cell: one value of one vessel. */
export interface Cell {
  value: number | null;
  /** The vessel must be refilled or drained. */
  outside: boolean;
}

/** cellOf returns one value of a vessel in a reading. */
export function cellOf(reading: LineReading, vessels: readonly Vessel[], i: number, content: Content): Cell {
  const values = content === 'difference' ? levelDifference(reading, vessels) : reading[content];
  return { value: values[i] ?? null, outside: isOutside(reading.level[i]) };
}
