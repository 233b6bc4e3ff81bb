import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { create } from 'zustand';

/** Unsaved work and the parts of the address it belongs to. */
interface Work {
  changed: boolean;
  parts: Set<Work>;
  /** The query parameters whose change ends the work; null for any change of the address. */
  places: readonly string[] | null;
}

/** The two addresses of a navigation. */
export interface Way {
  from: { pathname: string; search: string };
  to: { pathname: string; search: string };
}

const page: Work = { changed: false, parts: new Set(), places: null };
const Around = createContext(page);

/** An action that waits for the user to discard changes. */
interface Question {
  asked: { go: () => void; stay: () => void } | null;
}

export const useQuestion = create<Question>()(() => ({ asked: null }));

function isChanged(work: Work): boolean {
  return work.changed || [...work.parts].some(isChanged);
}

function forget(work: Work): void {
  work.changed = false;
  for (const part of work.parts) forget(part);
}

function endsOn({ from, to }: Way, work: Work): boolean {
  if (from.pathname !== to.pathname) return isChanged(work);
  const before = new URLSearchParams(from.search);
  const after = new URLSearchParams(to.search);
  const moved = work.places ? work.places.some((name) => before.get(name) !== after.get(name)) : work !== page;
  return moved ? isChanged(work) : !work.places && [...work.parts].some((part) => endsOn({ from, to }, part));
}

/** wouldLose reports whether a navigation, or closing the program, would lose unsaved changes. */
export function wouldLose(way?: Way): boolean {
  if (!way) return isChanged(page);
  return (way.from.pathname !== way.to.pathname || way.from.search !== way.to.search) && endsOn(way, page);
}

/** leaving runs an action that discards all changes of the page, after confirmation if there are any. */
export function leaving(go: () => void): void {
  leave(page, go);
}

function leave(work: Work, go: () => void): void {
  const gone = () => {
    forget(work);
    go();
  };
  if (isChanged(work)) useQuestion.setState({ asked: { go: gone, stay: () => undefined } });
  else go();
}

/**
 * useUnsaved registers unsaved changes, so that nobody loses them without being asked: by navigation, by a tab, or by
 * closing. `leave` runs an action that ends the work, after confirmation if needed; call `saved` before leaving a page
 * after saving. A dialog or drawer wraps its content in `Unsaved`, and the work of its parts counts as its own.
 */
export function useUnsaved(changed = false, places: readonly string[] | null = null) {
  const around = useContext(Around);
  const [work] = useState<Work>(() => ({ changed: false, parts: new Set(), places }));
  useLayoutEffect(() => {
    around.parts.add(work);
    return () => {
      around.parts.delete(work);
    };
  }, [around, work]);
  useLayoutEffect(() => {
    work.changed = changed;
  }, [work, changed]);
  return useMemo(() => ({ work, leave: (go: () => void) => leave(work, go), saved: () => forget(work) }), [work]);
}

export function Unsaved({ of, children }: { of: ReturnType<typeof useUnsaved>; children: ReactNode }) {
  return <Around value={of.work}>{children}</Around>;
}
