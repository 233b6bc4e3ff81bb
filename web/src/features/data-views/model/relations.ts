import type { components } from '@/api/schema.gen';
import { type Cause, causeFrom, causeText } from './environment';
import type { FieldInfo, PointState } from './types';

type Schemas = components['schemas'];

/** What the page of relations shows. */
export const relates = ['scatter', 'difference', 'movement'] as const;
export type Relate = (typeof relates)[number];

/** What the second chart of a movement shows. */
export const quantities = ['rate', 'acceleration', 'angle'] as const;
export type Quantity = (typeof quantities)[number];

/** Hours within which a lag is searched; 0: it is given. */
export const searches = [0, 6, 12, 24, 48, 168, 720] as const;
/** Seconds between readings that belong together; 0: the interval of the other point. */
export const tolerances = [0, 60, 300, 600, 1800, 3600, 21_600, 86_400] as const;
/** Hours of a moving regression; 0: rates between adjacent readings. */
export const windows = [0, 6, 12, 24, 48, 72, 168, 336, 720] as const;

export const farthestLag = 720;
export const longestDistance = 100_000;

/** What relations have in the address. */
export interface RelationSettings {
  relate: Relate;
  other: Cause | null;
  /** Hours by which the readings follow the other ones. */
  lag: number;
  within: number;
  tolerance: number;
  /** m between the points; null: unknown. */
  distance: number | null;
  over: number;
  /** The span of uniform creep, UTC ms. */
  creep: [number, number] | null;
  quantity: Quantity;
}

type Change = { [K in keyof RelationSettings]?: RelationSettings[K] | undefined };

const usual = { over: 24 } as const;

const among = <T>(text: string | null, list: readonly T[], other: T): T =>
  list.find((one) => String(one) === text) ?? other;

function numberIn(text: string | null, low: number, high: number): number | null {
  const value = Number(text);
  return text && value >= low && value <= high ? value : null;
}

function spanFrom(text: string | null): [number, number] | null {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  return Number(from) < Number(to) ? [Number(from), Number(to)] : null;
}

/** readRelations parses the settings in the address; invalid ones take their defaults. */
export function readRelations(search: URLSearchParams): RelationSettings {
  const distance = numberIn(search.get('distance'), 0, longestDistance);
  return {
    relate: among(search.get('relate'), relates, 'scatter'),
    other: causeFrom(search.get('other')) ?? null,
    lag: numberIn(search.get('lag'), -farthestLag, farthestLag) ?? 0,
    within: among<number>(search.get('within'), searches, 0),
    tolerance: among<number>(search.get('tolerance'), tolerances, 0),
    distance: distance || null,
    over: among<number>(search.get('over'), windows, usual.over),
    creep: spanFrom(search.get('creep')),
    quantity: among(search.get('quantity'), quantities, 'rate'),
  };
}

/** writeRelations writes a change to the address. */
export function writeRelations(search: URLSearchParams, change: Change): void {
  const put = (name: keyof Change, text: string) => (text === '' ? search.delete(name) : search.set(name, text));
  if (change.relate) put('relate', change.relate === relates[0] ? '' : change.relate);
  if (change.other !== undefined) put('other', change.other ? causeText(change.other) : '');
  for (const name of ['lag', 'within', 'tolerance'] as const) {
    const value = change[name];
    if (value !== undefined) put(name, value === 0 ? '' : String(value));
  }
  if ('distance' in change) put('distance', change.distance ? String(change.distance) : '');
  if (change.over !== undefined) put('over', change.over === usual.over ? '' : String(change.over));
  if (change.creep !== undefined) put('creep', change.creep ? change.creep.map(Math.round).join('-') : '');
  if (change.quantity) put('quantity', change.quantity === quantities[0] ? '' : change.quantity);
}

/** Points whose readings can be chosen, those of the structure of the point first; the point itself too. */
export function comparable<P extends Pick<PointState, 'id' | 'structureId' | 'field'>>(
  point: Pick<PointState, 'structureId'>,
  points: readonly P[],
): P[] {
  const measured = points.filter(({ field }) => field !== null);
  return [true, false].flatMap((same) =>
    measured.filter(({ structureId }) => (structureId === point.structureId) === same),
  );
}

/** proposedOther are the readings that are compared unless others are chosen: those of a point of the same kind, or of any. */
export function proposedOther(
  point: Pick<PointState, 'id' | 'measurement'>,
  choices: readonly Pick<PointState, 'id' | 'measurement' | 'field' | 'node'>[],
): Cause | null {
  const others = choices.filter(({ id }) => id !== point.id);
  const first = others.find(({ measurement }) => measurement === point.measurement) ?? others[0];
  return first?.field ? { pointId: first.id, field: first.field.name, node: first.node?.no ?? 0 } : null;
}

/** The readings that are compared, with their value type. */
export interface Compared extends Cause {
  valueType: 'observed' | 'accumulated';
}

/** pairBody is how two series are paired, as the server takes it. */
export function pairBody(
  { pointId, field, node, valueType }: Compared,
  { tolerance }: Pick<RelationSettings, 'tolerance'>,
) {
  return { other: { measuringPointId: pointId, field, node, valueType }, tolerance: tolerance * 1000 };
}

/** scatterBody is a relation as the server takes it. */
export function scatterBody(other: Compared, state: Pick<RelationSettings, 'tolerance' | 'lag' | 'within'>) {
  return {
    ...pairBody(other, state),
    ...(state.within > 0 ? { search: state.within } : { lag: state.lag }),
  } satisfies Partial<Schemas['RelationInputBody']>;
}

/** otherType is the value type of the other readings: that of the own ones if they have it. */
export function otherType(
  own: 'observed' | 'accumulated',
  point: Pick<PointState, 'noInitial'> | undefined,
  field: Pick<FieldInfo, 'valueTypes'> | undefined,
): 'observed' | 'accumulated' {
  return own === 'accumulated' && field?.valueTypes.includes('accumulated') && point?.noInitial === false
    ? 'accumulated'
    : 'observed';
}

/** creepWithin is the part of a span of creep in a range of times; null: none. */
export function creepWithin(creep: [number, number] | null, start: number, end: number): [number, number] | null {
  if (!creep) return null;
  const [from, to] = [Math.max(creep[0], start), Math.min(creep[1], end)];
  return from < to ? [from, to] : null;
}

/** The criteria of tangent angles, degrees: uniform creep, medium acceleration, near failure. */
export const tangentCriteria = { uniform: 45, medium: 80, near: 85 } as const;

/** Readings, or pairs of them, that a relation needs. */
export const fewestRelated = 8;
