import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { Overview } from '@/api/types';
import { useGathered } from '@/entities/live/use-gathered';
import { useLive } from '@/entities/live/use-live';
import { pointIdsOf } from './live-payload';
import { withLatest } from './worst';

/** Changes within one second are fetched together. */
const gatherMs = 1_000;
/** Handling an alert changes levels without a reading: then everything is refetched, at most this often. */
const rereadMs = 5_000;

/**
 * Keeps every overview of a project on the page up to date: fetches only the points that the server reports as changed
 * and replaces their values, so that nothing else moves.
 */
export function useLiveValues(project: number): void {
  const queryClient = useQueryClient();
  const waiting = useRef(new Set<number>());
  const queryKey = keys.overview(project);

  /** The points of the overviews on the screen: of a large project most are not. */
  function shownPoints(): Set<number> {
    const overviews = queryClient.getQueriesData<Overview>({ queryKey, type: 'active' });
    return new Set(overviews.flatMap(([, overview]) => overview?.list.map((point) => point.measuringPointId) ?? []));
  }

  const fetchWaiting = useGathered(async () => {
    const measuringPointIds = [...waiting.current];
    waiting.current.clear();
    try {
      const { list } = await data(client.POST('/api/monitor/latest', { body: { measuringPointIds } }));
      queryClient.setQueriesData<Overview>({ queryKey }, (old) => (old ? withLatest(old, list) : old));
    } catch {
      // The next event, or the resumed stream, fetches them again.
    }
  }, gatherMs);
  const reread = useGathered(() => queryClient.invalidateQueries({ queryKey }), rereadMs);

  useLive(
    ['live', 'alert'],
    ({ topic, payload }) => {
      if (topic !== 'live') return reread();
      const shown = shownPoints();
      for (const id of pointIdsOf(payload)) if (shown.has(id)) waiting.current.add(id);
      if (waiting.current.size > 0) fetchWaiting();
    },
    project,
  );
}
