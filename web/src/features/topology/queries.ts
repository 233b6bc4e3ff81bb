import { queryOptions } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceStateMs } from '@/api/devices';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type Topology = components['schemas']['Topology'];

/** How the devices and points of a project are connected. */
export function topologyQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keys.project(projectId), 'topology'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/topo', { params: { path: { projectId } }, signal })),
    // The response of a large site is large.
    refetchInterval: ({ state }) => ((state.data?.devices.length ?? 0) > 500 ? 60_000 : deviceStateMs),
  });
}

/** Saves the order of siblings. */
export function sortNodes(projectId: number, kind: 'device' | 'point' | 'structure', ids: number[]) {
  return data(
    client.PUT('/api/projects/{projectId}/topo-sort', { params: { path: { projectId } }, body: { kind, ids } }),
  );
}
