import { useQueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { useLive } from '@/entities/live/use-live';
import { pointKeys } from './keys';

interface Changed {
  points?: number[];
}

/** Renews what a point shows when its results or its configuration changed. */
export function usePointLive(projectId: number, pointId: number): void {
  const queryClient = useQueryClient();
  useLive(
    ['live'],
    (event) => {
      const points = (event.payload as Changed | null)?.points;
      if (points && !points.includes(pointId)) return;
      void queryClient.invalidateQueries({ queryKey: pointKeys.all(pointId) });
      void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) });
    },
    projectId,
  );
}

/** Renews the values of a project's points. */
export function useProjectLive(projectId: number): void {
  const queryClient = useQueryClient();
  useLive(
    ['live', 'alert'],
    () => void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) }),
    projectId,
  );
}
