import { useSyncExternalStore } from 'react';

// One clock for all ages on the page, so that they turn over together.
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time now, renewed every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Between ticks the value stays, but the first reader after a pause must not see an old one.
    if (timer === undefined && Date.now() - now > 1_000) now = Date.now();
    return now;
  });
}
