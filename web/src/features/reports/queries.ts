import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { followLink } from '@/ui/download';

export type Report = components['schemas']['Report'];
export type ReadingsRequest = components['schemas']['ReadingsExport'];

export type SummaryRequest = components['schemas']['SummaryExport'];
export type Asked =
  | { kind: 'measuring-point-data'; body: ReadingsRequest }
  | { kind: 'total-report'; body: SummaryRequest };

export const reportKinds = ['measuring-point-data', 'total-report'] as const;

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

const key = (projectId: number) => ['reports', projectId] as const;

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
  return useChange(projectId, (asked: Asked) =>
    asked.kind === 'total-report'
      ? data(client.POST('/api/exports/total-report', { body: asked.body }))
      : data(client.POST('/api/exports/measuring-point-data', { body: asked.body })),
  );
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
