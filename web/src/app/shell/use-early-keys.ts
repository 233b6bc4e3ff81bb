import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what is typed between opening the search and the moment at which its field can take keys: the dialog's code may
 * still be on its way. The first key counts too, so the listener is always there.
 */
export function useEarlyKeys() {
  const typed = useRef<string | null>(null); // null: nobody waits

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (typed.current === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if ([...event.key].length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  const start = useCallback(() => {
    typed.current = '';
  }, []);
  /** Ends the waiting and returns what was typed meanwhile. */
  const take = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  }, []);
  return { start, take };
}
