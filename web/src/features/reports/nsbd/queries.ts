import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type NsbdPoint = components['schemas']['NSBDPoint'];
export type NsbdChange = components['schemas']['NSBDChange'];

export const pageSize = 50;

export interface Filter {
  page: number;
  keyword: string;
  /** 0: the whole project. */
  structureId: number;
}

const key = (projectId: number) => ['nsbd-points', projectId] as const;
const path = '/api/projects/{projectId}/nsbd-points';

/** The information table of a project, in the order of the project. */
export function useNsbdPoints(projectId: number, filter: Filter) {
  const { page, keyword, structureId } = filter;
  const query = { page, pageSize, ...(keyword && { name: keyword }), ...(structureId > 0 && { structureId }) };
  return useQuery({
    queryKey: [...key(projectId), filter],
    queryFn: ({ signal }) => data(client.GET(path, { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useSaveNsbd(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: NsbdChange) =>
      data(client.PUT(path, { params: { path: { projectId } }, body: { list: [change] } })),
    onSettled: () => queries.invalidateQueries({ queryKey: key(projectId) }),
  });
}
