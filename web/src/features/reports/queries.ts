import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { reportsKey as key, type Report } from '@/entities/report/made-file';
import { followLink } from '@/ui/download';
import { type Asked, sectionKinds } from './asked';

export type { Report } from '@/entities/report/made-file';

export const formats = ['csv', 'xlsx', 'parquet'] as const;
export const statuses = ['pending', 'done', 'error'] as const;
export const pageSize = 20;

export interface ReportFilter {
  page: number;
  name: string;
  format: Report['format'] | '';
  status: Report['status'] | '';
  own: boolean;
}

/** Files of a project, newest first; read again every 2 s while one is being made. */
export function useReports(projectId: number, filter: ReportFilter) {
  const { page, name, format, status, own } = filter;
  return useQuery({
    queryKey: [...key(projectId), filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/reports', {
          params: {
            path: { projectId },
            query: {
              page,
              pageSize,
              ...(name && { name }),
              ...(format && { format }),
              ...(status && { status }),
              ...(own && { own }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.status === 'pending') ? 2000 : false),
  });
}

function useChange<In, Out>(projectId: number, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}

export function useExport(projectId: number) {
  return useChange(projectId, ask);
}

function ask(asked: Asked): Promise<Report> {
  switch (asked.kind) {
    case 'total-report':
      return data(client.POST('/api/exports/total-report', { body: asked.body }));
    case 'measuring-point-report':
      return data(client.POST('/api/exports/measuring-point-report', { body: asked.body }));
    case 'section-deformation-report':
      return data(client.POST('/api/exports/section-deformation-report', { body: asked.body }));
    case 'compare-report':
      return data(client.POST('/api/exports/compare-report', { body: asked.body }));
    case 'nsbd-report':
      return data(client.POST('/api/exports/nsbd-report', { body: asked.body }));
    case 'device-research':
      return data(client.POST('/api/exports/device-research', { body: asked.body }));
    default:
      return data(client.POST('/api/exports/measuring-point-data', { body: asked.body }));
  }
}

/** The names of the sections of a structure that compute something now; none without a structure. */
export function useSections(structureId: number) {
  return useQuery({
    queryKey: ['sections', structureId],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const found = await Promise.all(
        sectionKinds.map((kind) =>
          data(client.POST('/api/monitor/section', { body: { structureId, kind, start: now - 1, end: now }, signal })),
        ),
      );
      return [...new Set(found.flatMap(({ members }) => members.map(({ section }) => section)))];
    },
    enabled: structureId > 0,
  });
}

const path = (projectId: number, reportId: number) => ({ params: { path: { projectId, reportId } } });

export function useCancel(projectId: number) {
  return useChange(projectId, (id: number) =>
    data(client.POST('/api/projects/{projectId}/reports/{reportId}/cancel', path(projectId, id))),
  );
}

export function useRetry(projectId: number) {
  return useChange(projectId, (id: number) =>
    data(client.POST('/api/projects/{projectId}/reports/{reportId}/retry', path(projectId, id))),
  );
}

export function useRemove(projectId: number) {
  return useChange(projectId, (id: number) =>
    data(client.DELETE('/api/projects/{projectId}/reports/{reportId}', path(projectId, id))),
  );
}

/** Saves a file to disk. */
export function useDownload(projectId: number) {
  return useMutation({
    mutationFn: async (id: number) => {
      const call = client.POST('/api/projects/{projectId}/reports/{reportId}/link', path(projectId, id));
      followLink((await data(call)).path);
    },
  });
}
