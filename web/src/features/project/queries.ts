import { queryOptions } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { valueStats } from '@/api/stats';

/** Counts of a project, or of one of its structures. */
export function projectStatsQuery(projectId: number, structureId?: number) {
  return queryOptions({
    queryKey: [...valueStats, 'site', projectId, structureId ?? 0],
    queryFn: ({ signal }) =>
      structureId === undefined
        ? data(client.GET('/api/stats/projects/{projectId}', { params: { path: { projectId } }, signal }))
        : data(
            client.GET('/api/stats/projects/{projectId}/structures/{structureId}', {
              params: { path: { projectId, structureId } },
              signal,
            }),
          ),
  });
}

/** The alerts of a project or structure: those that wait first, then by level and time. */
export function latestAlertsQuery(projectId: number, structureId?: number) {
  const query = { projectId, structureId: structureId ?? 0, pageSize: 20 };
  return queryOptions({
    queryKey: [...keys.alerts, 'latest', query],
    queryFn: ({ signal }) => data(client.GET('/api/alerts', { params: { query }, signal })),
  });
}
