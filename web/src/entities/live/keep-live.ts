import { sessionHeaders } from '@/api/client';
import { ApiError, NetworkError } from '@/api/errors';
import { useSessionStore } from '@/entities/session/session-store';
import { type LossReason, silenceMs, useConnection } from './connection';
import { readStream } from './live-stream';

/** The wait between two attempts. */
export const retryMs = 5_000;
/** The first retry after an open stream is sooner: most outages are short. */
const soonMs = 1_000;
/** A stream that lasted this long counts as stable. */
const stableMs = 10_000;
/** Polling interval while the stream is held back. */
export const askMs = 10_000;
const probeMs = 4_000;
const checkMs = 1_000;

const connection = () => useConnection.getState();

/** Ends the wait of the retry loop. */
let wake = (): void => {};

/** Retries at once. */
export function retryNow(): void {
  wake();
}

/** The reason for a failed call. */
export function reasonOf(error: unknown): LossReason {
  if (!navigator.onLine) return 'offline';
  return error instanceof ApiError && (error.status === 503 || error.status === 429) ? 'busy' : 'unreachable';
}

/** Makes a plain call to find out why no stream opens; it may succeed where the stream fails. */
async function probe(): Promise<LossReason> {
  try {
    const { status } = await fetch('/api/sessions/current', {
      headers: sessionHeaders(),
      signal: AbortSignal.timeout(probeMs),
    });
    if (status === 401) useSessionStore.getState().expire();
    if (status === 200) return 'held';
    return reasonOf(new ApiError(status, ''));
  } catch {
    return reasonOf(new NetworkError());
  }
}

/**
 * One attempt: opens the stream and reads it until it ends or stays silent for too long. Returns the ms to wait before
 * the next one.
 */
async function attempt(signal: AbortSignal, resumed: () => void): Promise<number> {
  const end = new AbortController();
  const began = Date.now();
  let last = began;
  const lost = connection().loss !== null;
  const patience = lost ? retryMs : silenceMs;
  let heard = 0;
  const check = () => {
    const now = Date.now();
    connection().check(now);
    // A network that drops bytes closes no connection, so silence is detected here.
    if (now - last >= (heard ? silenceMs : patience)) end.abort();
  };
  const timer = setInterval(check, checkMs);
  let atOnce = false;
  wake = () => {
    atOnce = connection().loss !== null;
    if (atOnce) end.abort();
  };
  document.addEventListener('visibilitychange', check);
  const why = lost ? probe() : null;
  connection().attempt();
  let reason: LossReason = 'unreachable';
  try {
    await readStream(AbortSignal.any([signal, end.signal]), () => {
      last = Date.now();
      heard ||= last;
      if (connection().hear(last)) resumed();
    });
  } catch (error) {
    reason = reasonOf(error);
  } finally {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  }
  if (signal.aborted) return 0;
  if (!heard && why) {
    const found = await why;
    if (found === 'held' || reason === 'unreachable') reason = found;
  }
  const now = Date.now();
  connection().fail(now, reason);
  if (reason === 'held') resumed();
  if (atOnce) return 0;
  if (heard) return now - heard > stableMs ? soonMs : retryMs;
  return Math.max(0, (reason === 'held' ? askMs : connection().loss ? retryMs : soonMs) - (now - began));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    const check = setInterval(() => connection().check(Date.now()), checkMs);
    function done() {
      clearTimeout(timer);
      clearInterval(check);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
    wake = done;
  });
}

/**
 * Keeps the page's only event stream open until the signal aborts it, and shows in `useConnection` when the page is
 * cut off. `resumed` runs when events may have been missed: everything shown must be refetched.
 */
export async function keepLive(signal: AbortSignal, resumed: () => void): Promise<void> {
  connection().begin(Date.now());
  const offline = () => connection().fail(Date.now(), 'offline');
  const online = () => retryNow();
  window.addEventListener('offline', offline);
  window.addEventListener('online', online);
  while (!signal.aborted && !useSessionStore.getState().expired) {
    const wait = await attempt(signal, resumed);
    if (!signal.aborted && !useSessionStore.getState().expired) await pause(wait, signal);
  }
  window.removeEventListener('offline', offline);
  window.removeEventListener('online', online);
}
