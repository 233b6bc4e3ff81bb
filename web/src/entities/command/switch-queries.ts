import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

/** The monitoring switch of a point, refetched with its versions. */
export function useMonitorSwitch(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: ['versions', 'point', measuringPointId, 'switch'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/monitor-switch', {
          params: { path: { structureId, measuringPointId } },
          signal,
        }),
      ),
  });
}

export function useSwitchPoints(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['SwitchBatchBody']) =>
      data(
        client.PUT('/api/projects/{projectId}/measuring-points/monitor-switch', {
          params: { path: { projectId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
