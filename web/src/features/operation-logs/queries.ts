import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { client, data, sessionHeaders } from '@/api/client';
import { NetworkError, readApiError } from '@/api/errors';
import { projectsQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { download } from '@/shared/charts/export-png';
import { type LogFilter, queryOf } from './model/filter';

export type OperationLog = components['schemas']['OperationLog'];

export const pageSize = 20;

export function useOperationLogs(filter: LogFilter) {
  const query = { ...queryOf(filter), page: filter.page, pageSize, sort: filter.sort || undefined };
  return useQuery({
    queryKey: ['operation-logs', 'list', query],
    queryFn: ({ signal }) => data(client.GET('/api/operation-logs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useOperationLog(operationLogId: number) {
  return useQuery({
    queryKey: ['operation-logs', 'one', operationLogId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/operation-logs/{operationLogId}', { params: { path: { operationLogId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY, // entries never change
  });
}

/** The kinds and actions that the log can be narrowed to. */
export function useLogOptions() {
  return useQuery({
    queryKey: ['operation-logs', 'options'],
    queryFn: ({ signal }) => data(client.GET('/api/constants/operation-log-options', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useProjectOptions() {
  const { data: page } = useQuery(projectsQuery({ pageSize: 200 }));
  return page?.list.map(({ id, name }) => ({ value: id, label: name })) ?? [];
}

/** Saves what a filter leaves as csv. A long log takes longer than calls may, so the client's limit does not hold. */
export function useExport() {
  return useMutation({
    mutationFn: async (filter: LogFilter) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(queryOf(filter)))
        if (value !== undefined) query.set(name, String(value));
      const response = await fetch(`/api/operation-logs/export?${query}`, { headers: sessionHeaders() }).catch(() => {
        throw new NetworkError();
      });
      if (!response.ok) throw await readApiError(response);
      download(await response.blob(), 'operation-logs.csv');
    },
  });
}
