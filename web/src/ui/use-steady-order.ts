import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

type Id = number | string;

/** Rows in the order of ids; rows not listed come last, in their order. */
export function inOrder<R>(rows: readonly R[], idOf: (row: R) => Id, ids: readonly Id[]): R[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const at = (row: R) => place.get(idOf(row)) ?? ids.length;
  return [...rows].sort((a, b) => at(a) - at(b));
}

interface Options<R> {
  idOf: (row: R) => Id;
  /** What must change before rows are reordered; if omitted, every new order applies. */
  rankOf?: (row: R) => number;
  /** A change of this value applies its order at once. */
  question?: string | undefined;
}

interface Kept {
  ids: Id[];
  ranks: string;
  question: string | undefined;
}

/**
 * Rows whose values change in place, in a stable order: a new order waits while the pointer or the focus is in the
 * list, so that nobody clicks a row that moved under the pointer.
 */
export function useSteadyOrder<R>(
  list: RefObject<HTMLElement | null>,
  rows: readonly R[],
  { idOf, rankOf, question }: Options<R>,
): R[] {
  const [over, setOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const kept = useRef<Kept>(undefined);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const gone = new AbortController();
    const { signal } = gone;
    element.addEventListener('pointerenter', () => setOver(true), { signal });
    element.addEventListener('pointerleave', () => setOver(false), { signal });
    element.addEventListener('focusin', () => setFocused(true), { signal });
    element.addEventListener('focusout', ({ relatedTarget }) => setFocused(element.contains(relatedTarget as Node)), {
      signal,
    });
    return () => gone.abort();
  }, [list]);

  const shown = useMemo(() => {
    const held = over || focused;
    const old = kept.current;
    const ids = rows.map(idOf);
    const ranks = rankOf
      ? [...rows]
          .map((row) => `${idOf(row)} ${rankOf(row)}`)
          .sort()
          .join()
      : ids.join();
    if (!old || old.question !== question || (!held && old.ranks !== ranks)) return { ids, ranks, question, rows };
    const ordered = inOrder(rows, idOf, old.ids);
    return { ...old, ids: ordered.map(idOf), rows: ordered };
  }, [rows, idOf, rankOf, question, over, focused]);
  useEffect(() => {
    kept.current = shown;
  }, [shown]);
  return shown.rows as R[];
}
