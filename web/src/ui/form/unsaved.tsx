import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { create } from 'zustand';

/** Something that people change before they save it, with what it is made of. */
interface Work {
  changed: boolean;
  parts: Set<Work>;
  /** The entries of the address, behind the ?, without which it goes; null: any change of the address ends it. */
  places: readonly string[] | null;
}

/** Two addresses on the way from one to the other. */
export interface Way {
  from: { pathname: string; search: string };
  to: { pathname: string; search: string };
}

const page: Work = { changed: false, parts: new Set(), places: null };
const Around = createContext(page);

/** What is to be done once people said that their changes may go. */
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

/** wouldLose tells whether changes that nobody saved would be lost on the way, or by leaving the program. */
export function wouldLose(way?: Way): boolean {
  if (!way) return isChanged(page);
  return (way.from.pathname !== way.to.pathname || way.from.search !== way.to.search) && endsOn(way, page);
}

/** leaving does what makes all changes of the page go, after asking where there are any. */
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
 * useUnsaved says whether there are changes to lose, so that nobody leaves them unasked: not by another page or tab,
 * nor by closing. `leave` does what ends the work, after asking where there is something to lose; `saved` is said
 * before a page is left because the changes were saved. A dialog or drawer puts `Unsaved` around what it holds, and
 * the work of its parts counts as its own.
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
