import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
import { valueStats } from '@/api/stats';
import type { Reason } from './model/fixes';

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

/** The alerts of a project or structure: open ones first, then by level and time. */
export function latestAlertsQuery(projectId: number, structureId?: number) {
  const query = { projectId, structureId: structureId ?? 0, pageSize: 20 };
  return queryOptions({
    queryKey: [...keys.alerts, 'latest', query],
    queryFn: ({ signal }) => data(client.GET('/api/alerts', { params: { query }, signal })),
  });
}

export type UnprotectedAnswer = components['schemas']['UnprotectedPage'];

/** The filter of points without protection. */
export interface UnprotectedFilter {
  structureId: number;
  reasons: readonly Reason[];
  text: string;
}

const unprotectedFilter = ({ structureId, reasons, text }: UnprotectedFilter) => ({
  ...(structureId > 0 && { structureId }),
  ...(reasons.length > 0 && { code: [...reasons] }),
  ...(text && { name: text }),
});

/** A page of the points that no threshold judges, or only partly. */
export function unprotectedQuery(
  projectId: number,
  filter: UnprotectedFilter,
  paging: { page: number; pageSize: number; sort?: string },
) {
  const { sort, ...pages } = paging;
  const query = { ...unprotectedFilter(filter), ...pages, ...(sort && { sort }) };
  return queryOptions({
    queryKey: [...valueStats, 'unprotected', projectId, query],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/unprotected-points', { params: { path: { projectId }, query }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Saves the filtered list as CSV. */
export function useUnprotectedExport(projectId: number) {
  return useMutation({
    mutationFn: (filter: UnprotectedFilter) =>
      saveFile(
        `/api/projects/${projectId}/unprotected-points/export`,
        unprotectedFilter(filter),
        'unprotected-points.csv',
      ),
  });
}
