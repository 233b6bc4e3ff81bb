import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { projectsQuery } from '@/api/project';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
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

/** Saves the filtered list as CSV. */
export function useExport() {
  return useMutation({
    mutationFn: (filter: LogFilter) => saveFile('/api/operation-logs/export', queryOf(filter), 'operation-logs.csv'),
  });
}
