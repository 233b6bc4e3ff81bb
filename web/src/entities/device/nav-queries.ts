import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys, deviceStateMs } from '@/api/devices';
import type { components } from '@/api/schema.gen';

export type Refused = components['schemas']['Refusal'];

/** Connections refused at all servers since each started, latest first; refetched every few seconds. */
export function useRefusals(corporationId: number | undefined) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'refusals'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/refusals', {
          params: { path: { corporationId: corporationId ?? 0 } },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    refetchInterval: deviceStateMs,
  });
}
