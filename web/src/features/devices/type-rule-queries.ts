import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type TypeRule = Schemas['DeviceTypeRule'];

const key = (corporationId: number) => ['device-type-rules', corporationId] as const;

/** Over how many hours identical readings are a fault, by device type. */
export function useTypeRules(corporationId: number) {
  return useQuery({
    queryKey: key(corporationId),
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/device-types', {
            params: { path: { corporationId } },
            signal,
          }),
        )
      ).list,
  });
}

/** The corporation's hours by device type; null: the catalog's. */
export type TypeHours = Record<string, number | null>;

/** Saves the rules of several types one after the other and stops at the first refusal. */
export function useSaveTypeRules(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (hours: TypeHours) => {
      for (const [deviceType, repeatedHours] of Object.entries(hours))
        await data(
          client.PATCH('/api/corporations/{corporationId}/device-types/{deviceType}/health-threshold', {
            params: { path: { corporationId, deviceType } },
            body: repeatedHours === null ? {} : { repeatedHours },
          }),
        );
    },
    meta: { quiet: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(corporationId) }),
  });
}
