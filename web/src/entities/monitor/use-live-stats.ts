import { useQueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { valueStats } from '@/api/stats';
import { useGathered } from '@/entities/live/use-gathered';
import { useLive } from '@/entities/live/use-live';

/** The shortest interval at which statistics are refetched, however many values arrive. */
const valuesMs = 5_000;
/** The same for alerts, which arrive by the hundred when the ground moves. */
const alertsMs = 1_000;

/**
 * Keeps statistics, alerts and projects up to date while live values arrive. Old figures stay until the new ones are
 * loaded, so that nothing flickers.
 */
export function useLiveStats(project?: number): void {
  const queryClient = useQueryClient();
  const renew = (queryKeys: readonly (readonly string[])[]) =>
    Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const renewValues = useGathered(() => renew([valueStats]), valuesMs);
  const renewAll = useGathered(() => renew([keys.stats, keys.alerts, keys.projects]), alertsMs);
  useLive(
    ['live', 'alert'],
    ({ topic }) => {
      if (topic === 'live') renewValues();
      else renewAll();
    },
    project,
  );
}
