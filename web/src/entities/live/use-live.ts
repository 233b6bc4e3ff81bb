import { useEffect, useRef } from 'react';
import { type LiveEvent, onLive, type Topic } from './live-stream';

/**
 * Calls the handler for each event of the topics while the component is mounted, optionally of one project only. After
 * an outage nothing is needed here: the shell refetches everything shown.
 */
export function useLive(topics: readonly Topic[], handler: (event: LiveEvent) => void, project?: number): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const wanted = topics.join(' ');
  useEffect(
    () =>
      onLive((event) => {
        if (!wanted.split(' ').includes(event.topic)) return;
        if (project !== undefined && event.project !== 0 && event.project !== project) return;
        latest.current(event);
      }),
    [wanted, project],
  );
}
