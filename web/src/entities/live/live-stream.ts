import { sessionHeaders } from '@/api/client';
import { readApiError, tokenExpired } from '@/api/errors';
import { useSessionStore } from '@/entities/session/session-store';
import { SseParser } from './sse-parser';

/** The topics of events: new values, alerts, notifications, device commands. */
const topics = ['live', 'alert', 'notification', 'command'] as const;
export type Topic = (typeof topics)[number];

function isTopic(name: string): name is Topic {
  return topics.some((topic) => topic === name);
}

export interface LiveEvent {
  topic: Topic;
  /** Its project, or 0. */
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

/**
 * Reads the event stream until it ends. `heard` runs before each event is passed on, heartbeats included; an ended
 * session also ends here.
 */
export async function readStream(signal: AbortSignal, heard: () => void): Promise<void> {
  const response = await fetch('/api/events', {
    headers: { ...sessionHeaders(), Accept: 'text/event-stream' },
    signal,
  });
  if (response.status === 401) useSessionStore.getState().expire();
  if (!response.ok || !response.body) throw await readApiError(response);
  const parser = new SseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const { event, data } of parser.push(value)) {
      heard();
      const parsed = JSON.parse(data) as { project?: number; payload?: unknown; code?: number };
      if (event === 'end' && parsed.code === tokenExpired) useSessionStore.getState().expire();
      else if (isTopic(event)) {
        for (const listener of listeners)
          listener({ topic: event, project: parsed.project ?? 0, payload: parsed.payload });
      }
    }
  }
}
