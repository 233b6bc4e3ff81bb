import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps the keys typed between opening the search and its field being ready: the dialog's code may still be loading.
 * The listener is always active, so the first key is not lost.
 */
export function useEarlyKeys() {
  const typed = useRef<string | null>(null); // null: not collecting

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
  /** Stops collecting keys and returns what was typed meanwhile. */
  const take = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  }, []);
  return { start, take };
}
