import { sessionHeaders } from '@/api/client';
import { readApiError, tokenExpired } from '@/api/errors';
import { useSessionStore } from '@/shared/session/session-store';
import { SseParser } from './sse-parser';

/** What the server tells of: new values, alerts, notifications, commands to devices. It also says `ready` and, when the session is over, `end`. */
const topics = ['live', 'alert', 'notification', 'command'] as const;
export type Topic = (typeof topics)[number];

function isTopic(name: string): name is Topic {
  return topics.some((topic) => topic === name);
}

/** An event as it came. `resume` is our own: the stream was away, so whatever is shown may be old. */
export interface LiveEvent {
  topic: Topic | 'resume';
  /** Project it belongs to; 0 where it belongs to none. */
  project: number;
  payload: unknown;
}

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function readStream(signal: AbortSignal, opened: () => void): Promise<void> {
  const response = await fetch('/api/events', {
    headers: { ...sessionHeaders(), Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) {
    const error = await readApiError(response);
    if (error.code === tokenExpired) useSessionStore.getState().expire();
    throw error;
  }
  opened();
  const parser = new SseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const { event, data } of parser.push(value)) {
      const parsed = JSON.parse(data) as { project?: number; payload?: unknown; code?: number };
      if (isTopic(event)) tell({ topic: event, project: parsed.project ?? 0, payload: parsed.payload });
      else if (event === 'end' && parsed.code === tokenExpired) useSessionStore.getState().expire();
    }
  }
}

/**
 * Keeps the one event stream of this page open until the signal ends it. It comes back by itself, waiting longer
 * each time the server is not there, and says `resume` when it does.
 */
export async function keepLive(signal: AbortSignal): Promise<void> {
  let wait = shortestWaitMs;
  let away = false;
  while (!signal.aborted && !useSessionStore.getState().expired) {
    try {
      await readStream(signal, () => {
        wait = shortestWaitMs;
        if (away) tell({ topic: 'resume', project: 0, payload: null });
      });
    } catch {
      // The server is away or refuses for now: what the screens show stays, and we try again.
    }
    away = true;
    await pause(wait, signal);
    wait = Math.min(wait * 2, longestWaitMs);
  }
}
