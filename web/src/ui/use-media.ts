import { useSyncExternalStore } from 'react';

/** Reports whether a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Below this width a bottom bar replaces the sidebar. */
export const usePhone = (): boolean => useMedia('(max-width: 599.98px)');

/** Between the phone and the desk: the sidebar shows icons only. */
export const useNarrow = (): boolean => useMedia('(max-width: 1279.98px)');
