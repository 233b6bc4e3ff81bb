import { unitBehind } from './number';

/** The physical range of a raw field: a reading outside does not count. */
export interface PhysicalRange {
  field: string;
  unit: string;
  min: number | null;
  max: number | null;
}

/** Limits keep their original digits. */
const plain = (value: number) => String(value).replace('-', '\u2212');

/** A range in short form: 0 … 100 m, ≥ 400 Hz, ≤ 60 °C; empty if there is none. */
export function rangeText({ min, max, unit }: Pick<PhysicalRange, 'unit' | 'min' | 'max'>): string {
  const behind = unitBehind(unit);
  if (min !== null && max !== null) return `${plain(min)} … ${plain(max)}${behind}`;
  if (min !== null) return `≥ ${plain(min)}${behind}`;
  return max === null ? '' : `≤ ${plain(max)}${behind}`;
}

/** The ranges that applied at a time, each with its raw field. */
export function rangesAt(ranges: readonly (PhysicalRange & { from: number; until: number })[], t: number): string {
  return ranges
    .filter((one) => one.from <= t && t <= one.until)
    .map((one) => `${one.field} ${rangeText(one)}`)
    .join(', ');
}
