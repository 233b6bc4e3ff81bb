import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type UpdateRecord = components['schemas']['UpdateRecord'];

export const pageSize = 20;

/** The subject of the records: a project, structure or item, point, or device. */
export type About =
  | { projectId: number }
  | { projectId: number; structureId: number }
  | { structureId: number; measuringPointId: number }
  | { corporationId: number; deviceId: number };

interface Filter {
  page: number;
  scope: string;
  name: string;
}

/** The configuration changes of a subject, newest first. */
export function useUpdateRecords(about: About, filter: Filter) {
  const query = {
    page: filter.page,
    pageSize,
    ...(filter.scope ? { scope: filter.scope } : {}),
    ...(filter.name ? { name: filter.name } : {}),
  };
  return useQuery({
    queryKey: ['update-records', about, query],
    queryFn: ({ signal }) => data(ask(about, query, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function ask(about: About, query: { page: number; pageSize: number; scope?: string }, signal: AbortSignal) {
  if ('deviceId' in about)
    return client.GET('/api/corporations/{corporationId}/devices/{deviceId}/update-records', {
      params: { path: about, query },
      signal,
    });
  if ('measuringPointId' in about)
    return client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/update-records', {
      params: { path: about, query },
      signal,
    });
  if ('structureId' in about)
    return client.GET('/api/projects/{projectId}/structures/{structureId}/update-records', {
      params: { path: about, query },
      signal,
    });
  return client.GET('/api/projects/{projectId}/update-records', { params: { path: about, query }, signal });
}
