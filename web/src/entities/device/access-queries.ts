import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys } from '@/api/devices';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

/** The addresses to which devices connect, as configured at the start of the server. */
export function useEndpoints() {
  return useQuery({
    queryKey: ['device-endpoints'],
    queryFn: ({ signal }) => data(client.GET('/api/system/device-doors', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCreateDevice(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['NewDevice']) =>
      data(client.POST('/api/corporations/{corporationId}/devices', { params: { path: { corporationId } }, body })),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useIssueSecret(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keepOldSeconds: number) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/secret', {
          params: { path: { corporationId, deviceId } },
          body: { keepOldSeconds },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.one(corporationId, deviceId) }),
  });
}

export function useDisableSecret(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(
        client.DELETE('/api/corporations/{corporationId}/devices/{deviceId}/secret', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.one(corporationId, deviceId) }),
  });
}
