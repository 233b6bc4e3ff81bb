import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type View = Schemas['ServersView'];
export type Server = Schemas['ServersServer'];
export type Former = Schemas['ServersFormer'];
export type Partition = Schemas['ServersPartition'];
export type Drain = Schemas['ServersDrain'];
export type Effect = Schemas['ServersEffect'];
export type Durability = Schemas['ServersDurability'];

const keys = {
  view: ['servers'] as const,
  effect: (id: number) => ['servers', id, 'effect'] as const,
};

/** Servers report every two seconds. */
const viewMs = 2_000;
const effectMs = 5_000;

export function serversQuery() {
  return queryOptions({
    queryKey: keys.view,
    queryFn: ({ signal }) => data(client.GET('/api/system/servers', { signal })),
    refetchInterval: viewMs,
  });
}

/** What a drain of a server touches now. */
export function effectQuery(serverId: number) {
  return queryOptions({
    queryKey: keys.effect(serverId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/system/servers/{serverId}/drain-effect', { params: { path: { serverId } }, signal })),
    refetchInterval: effectMs,
  });
}

export function useDrain(serverId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.POST('/api/system/servers/{serverId}/drain', { params: { path: { serverId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.view }),
  });
}

export function useEndDrain(serverId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.DELETE('/api/system/servers/{serverId}/drain', { params: { path: { serverId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.view }),
  });
}
