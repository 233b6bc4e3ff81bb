import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs once, the given ms after the first of several calls, so that a burst of events is handled together. Calls during
 * a run wait for its end, so that a slow server gets no second request before it has responded.
 */
export function useGathered(run: () => unknown, ms: number): () => void {
  const latest = useRef(run);
  const state = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, running: false, again: false });
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const { current } = state;
    return () => clearTimeout(current.timer);
  }, []);
  return useCallback(() => {
    const { current } = state;
    const begin = () => {
      current.timer ??= setTimeout(async () => {
        current.timer = undefined;
        current.running = true;
        await latest.current();
        current.running = false;
        if (!current.again) return;
        current.again = false;
        begin();
      }, ms);
    };
    if (current.running) current.again = true;
    else begin();
  }, [ms]);
}
