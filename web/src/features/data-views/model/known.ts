import { createContext, useContext } from 'react';
import { type Range, resolveRange } from './range';

/** UTC ms at which the data of a page were known; null: now. */
export const KnownAt = createContext<number | null>(null);

export function useKnown(): number | null {
  return useContext(KnownAt);
}

/** The time in the address at which the data were known; null: now. */
export function knownIn(search: URLSearchParams): number | null {
  const known = Number(search.get('known'));
  return known > 0 && known <= Date.now() ? known : null;
}

/** The part of a request that chooses what was known. */
export function knownAt(known: number | null): { knownAt: number } {
  return { knownAt: known ?? 0 };
}

/** A range as a request has it: a quick one ends when the data were known. */
export function askedSpan(range: Range, known: number | null): { start: number; end: number; knownAt: number } {
  return { ...resolveRange(range, known ?? Date.now()), ...knownAt(known) };
}
