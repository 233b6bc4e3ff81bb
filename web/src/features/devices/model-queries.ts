import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type OwnModel = Schemas['DeviceModel'];
export type ModelFields = Schemas['DeviceModelFields'];

const key = (corporationId: number | undefined) => ['device-models', corporationId ?? 0] as const;

/** The models that a corporation added. */
export function useOwnModels(corporationId: number | undefined) {
  return useQuery({
    queryKey: key(corporationId),
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/device-models', {
            params: { path: { corporationId: corporationId ?? 0 } },
            signal,
          }),
        )
      ).list,
    enabled: corporationId !== undefined,
  });
}

function useRenew(corporationId: number) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: key(corporationId) });
    void queryClient.invalidateQueries({ queryKey: ['catalog', 'models'] });
  };
}

export function useSaveModel(corporationId: number) {
  const renew = useRenew(corporationId);
  return useMutation({
    mutationFn: ({ id, ...body }: ModelFields & { id: number }) =>
      id
        ? data(
            client.PUT('/api/corporations/{corporationId}/device-models/{deviceModelId}', {
              params: { path: { corporationId, deviceModelId: id } },
              body,
            }),
          )
        : data(
            client.POST('/api/corporations/{corporationId}/device-models', {
              params: { path: { corporationId } },
              body,
            }),
          ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useDeleteModel(corporationId: number) {
  const renew = useRenew(corporationId);
  return useMutation({
    mutationFn: (deviceModelId: number) =>
      data(
        client.DELETE('/api/corporations/{corporationId}/device-models/{deviceModelId}', {
          params: { path: { corporationId, deviceModelId } },
        }),
      ),
    onSuccess: renew,
  });
}
