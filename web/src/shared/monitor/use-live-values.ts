import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { Overview } from '@/api/types';
import { useLive } from '@/shared/live/use-live';
import { pointIdsOf } from './live-payload';
import { withLatest } from './worst';

/** News of one second are fetched together. */
const gatherMs = 1_000;

/**
 * Keeps every overview on the screen up to date: fetches only the points that the server says have changed and puts
 * their values in place, so that nothing else on the page moves.
 */
export function useLiveValues(): void {
  const queryClient = useQueryClient();
  const waiting = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  /** The points of the overviews on the screen: of a large project most are not. */
  function shownPoints(): Set<number> {
    const overviews = queryClient.getQueriesData<Overview>({ queryKey: ['overview'], type: 'active' });
    return new Set(overviews.flatMap(([, overview]) => overview?.list.map((point) => point.measuringPointId) ?? []));
  }

  async function fetchWaiting() {
    timer.current = undefined;
    const measuringPointIds = [...waiting.current];
    waiting.current.clear();
    try {
      const { list } = await data(client.POST('/api/monitor/latest', { body: { measuringPointIds } }));
      queryClient.setQueriesData<Overview>({ queryKey: ['overview'] }, (old) => (old ? withLatest(old, list) : old));
    } catch {
      // The next event, or the resumed stream, brings them again.
    }
  }

  useLive(['live', 'alert'], ({ topic, project, payload }) => {
    if (topic === 'resume') {
      for (const queryKey of [['overview'], keys.stats, keys.alerts, keys.projects]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      return;
    }
    if (topic === 'alert') {
      for (const queryKey of [keys.stats, keys.alerts, keys.projects]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      void queryClient.invalidateQueries({ queryKey: keys.overview(project) });
      return;
    }
    const shown = shownPoints();
    for (const id of pointIdsOf(payload)) if (shown.has(id)) waiting.current.add(id);
    if (waiting.current.size > 0) timer.current ??= setTimeout(() => void fetchWaiting(), gatherMs);
  });
}
