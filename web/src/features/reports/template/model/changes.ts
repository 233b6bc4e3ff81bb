import type { components } from '@/api/schema.gen';
import type { Place } from './grid';

export type Change = components['schemas']['Change'];
/** What is written instead of placeholders, by their place. */
export type Adopted = ReadonlyMap<string, Change>;

/** Placeholders that are alike in a cell are replaced together. */
export const keyOf = ({ sheet, cell, placeholder }: Place) => [sheet, cell, placeholder].join('\n');

const changeOf = ({ sheet, cell, placeholder, suggestion }: Place): Change => ({
  ...{ sheet, cell, from: placeholder, to: suggestion },
});

export function adopt(adopted: Adopted, places: readonly Place[]): Adopted {
  const suggested = places.filter(({ suggestion }) => suggestion !== '');
  return new Map([...adopted, ...suggested.map((place) => [keyOf(place), changeOf(place)] as const)]);
}

export function giveUp(adopted: Adopted, place: Place): Adopted {
  const rest = new Map(adopted);
  rest.delete(keyOf(place));
  return rest;
}

/** The unknown placeholders of a template, each place once. */
export function unknownOf(places: readonly Place[]): Place[] {
  const unknown = places.filter(({ state }) => state === 'unknown');
  return [...new Map(unknown.map((place) => [keyOf(place), place])).values()];
}

/** The places as they are after the changes: what was suggested is known. */
export function withChanges(places: readonly Place[], adopted: Adopted): Place[] {
  return places.map((place) => (adopted.has(keyOf(place)) ? { ...place, state: 'adopted' } : place));
}
