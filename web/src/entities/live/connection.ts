import { create } from 'zustand';

/** The server sends a beat this often. */
const beatMs = 3_000;
/** Silence after which the connection counts as lost: two heartbeats are missing. */
export const silenceMs = 8_000;

/**
 * Why the connection is lost: no response, a busy server, no network in this browser, or a proxy that holds the stream
 * back while plain calls get through.
 */
export type LossReason = 'unreachable' | 'busy' | 'offline' | 'held';

export interface Loss {
  reason: LossReason;
  /** Since when, Unix ms. */
  since: number;
  /** The time whose state the page shows. */
  shown: number;
  tries: number;
}

interface Connection {
  /** The last sign of the server, Unix ms. */
  heard: number;
  /** When the stream broke, if it did after the last sign. */
  broken: number | null;
  reason: LossReason;
  tries: number;
  /** Set while the page may be out of date. */
  loss: Loss | null;
  begin: (now: number) => void;
  /** Records a sign of the server. Returns whether events may have been missed before it. */
  hear: (now: number) => boolean;
  /** The stream broke or could not be opened. */
  fail: (now: number, reason: LossReason) => void;
  attempt: () => void;
  /** Compares the clock with the last sign; a clock that slept is found by the same comparison. */
  check: (now: number) => void;
}

export const useConnection = create<Connection>()((set, get) => ({
  heard: 0,
  broken: null,
  reason: 'unreachable',
  tries: 0,
  loss: null,
  begin: (now) => set({ heard: now, broken: null, reason: 'unreachable', tries: 0, loss: null }),
  hear: (now) => {
    const { heard, broken, loss } = get();
    set({ heard: now, broken: null, reason: 'unreachable', tries: 0, loss: null });
    return broken !== null || loss !== null || now - heard > silenceMs;
  },
  fail: (now, reason) => {
    const { broken, loss } = get();
    const cut = loss?.reason === 'held' && reason !== 'held' ? { since: now } : {};
    const asked = reason === 'held' ? { shown: now } : {};
    set({ broken: broken ?? now, reason, loss: loss && { ...loss, ...cut, ...asked, reason } });
    // The browser reports that it has no network: there is nothing to retry.
    get().check(reason === 'offline' ? Number.POSITIVE_INFINITY : now);
  },
  attempt: () => {
    const tries = get().tries + 1;
    const { loss } = get();
    set({ tries, loss: loss && { ...loss, tries } });
  },
  check: (now) => {
    const { heard, broken, reason, tries, loss } = get();
    if (loss || now - heard < silenceMs) return;
    set({ loss: { reason, since: broken ?? heard + beatMs, shown: heard, tries } });
  },
}));

/** Reports whether values on the page no longer follow the server. A held-back stream is replaced by polling. */
export function useCut(): boolean {
  return useConnection(({ loss }) => loss !== null && loss.reason !== 'held');
}
