import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';

interface OfPoint {
  structureId: number;
  measuringPointId: number;
}

/** How often a shown connection is looked at again. */
const lookEvery = 10_000;

/** Whether and how the device that feeds a point is connected. */
export function useDeviceConnect(of: OfPoint) {
  return useQuery({
    queryKey: ['commands', 'connection', of.measuringPointId],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/device-connect', {
          params: { path: { ...of } },
          signal,
        }),
      ),
    refetchInterval: lookEvery,
    staleTime: 0,
  });
}

export function useDisconnect(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: number) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/disconnect', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['commands'] }),
  });
}

export function useRestart(of: OfPoint) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/restart-measurement-job', {
          params: { path: { ...of } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['commands'] }),
  });
}
