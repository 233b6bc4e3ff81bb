import { queryOptions } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceStateMs } from '@/api/devices';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type Topology = components['schemas']['Topology'];

/** How what measures in a project hangs together. */
export function topologyQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keys.project(projectId), 'topology'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/topo', { params: { path: { projectId } }, signal })),
    // A large site is a large answer.
    refetchInterval: ({ state }) => ((state.data?.devices.length ?? 0) > 500 ? 60_000 : deviceStateMs),
  });
}

/** Puts siblings into an order. */
export function sortNodes(projectId: number, kind: 'device' | 'point' | 'structure', ids: number[]) {
  return data(
    client.PUT('/api/projects/{projectId}/topo-sort', { params: { path: { projectId } }, body: { kind, ids } }),
  );
}
