import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type TypeRule = Schemas['DeviceTypeRule'];

const key = (corporationId: number | undefined) => ['device-type-rules', corporationId ?? 0] as const;

/** Over how many hours identical readings are a fault, by device type. People of other corporations may not read it. */
export function useTypeRules(corporationId: number | undefined) {
  return useQuery({
    queryKey: key(corporationId),
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/device-types', {
            params: { path: { corporationId: corporationId ?? 0 } },
            signal,
          }),
        )
      ).list,
    enabled: corporationId !== undefined,
  });
}

/** The hours in force of a type; null: the catalogue's. */
export type TypeHours = Record<string, number | null>;

/** Saves the rules of several types, one after the other: the first that is refused ends it. */
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
