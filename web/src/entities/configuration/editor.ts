/** Props of every editor of a dated value. */
export interface EditorProps<T> {
  value: T;
  /** The version that the edit starts from, or null if there is none. */
  original: T | null;
  onChange: (value: T) => void;
  place: Place;
}

/** Whose value it is. */
export interface Place {
  projectId: number;
  corporationId: number;
  zone: string;
  /** Points and devices. */
  measurement: string;
  category: string;
  pointId: number;
  /** Points only. */
  structureId?: number;
  /** Unit of the changes of a level, where it is not that of the level. */
  changeUnit?: string;
}

const levels = ['level', 'depth'];

/** The unit of a value type of a field at a place. */
export function unitOf(field: string, unit: string, valueType: string, place: Pick<Place, 'changeUnit'>): string {
  if (valueType === 'observed') return unit;
  const changes = levels.includes(field) && place.changeUnit ? place.changeUnit : unit;
  return valueType === 'rate' && changes ? `${changes}/d` : changes;
}

/** The factor between the change units of two places: 1000 from m to mm, otherwise 1. */
export function factorBetween(
  field: string,
  valueType: string,
  from: Pick<Place, 'changeUnit'>,
  to: Pick<Place, 'changeUnit'>,
): number {
  if (valueType === 'observed' || !levels.includes(field)) return 1;
  const millimeters = (place: Pick<Place, 'changeUnit'>) => (place.changeUnit === 'mm' ? 1000 : 1);
  return millimeters(to) / millimeters(from);
}

/** replaceAt replaces or adds an entry of a list. */
export function replaceAt<T>(list: readonly T[], index: number, entry: T): T[] {
  return list.map((one, i) => (i === index ? entry : one));
}

export function withoutAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}
