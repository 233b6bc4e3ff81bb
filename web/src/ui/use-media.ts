import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
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

/** Below this width there is no sidebar but a bar at the bottom. */
export const usePhone = (): boolean => useMedia('(max-width: 599.98px)');

/** Between the phone and the desk: the sidebar shows icons only. */
export const useNarrow = (): boolean => useMedia('(max-width: 1279.98px)');
