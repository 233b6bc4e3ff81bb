import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import { keys } from './keys';

/** Structures, items and points of a project, as a tree. */
export function treeQuery(projectId: number) {
  return queryOptions({
    queryKey: [...keys.project(projectId), 'tree'],
    queryFn: async ({ signal }) =>
      (await data(client.GET('/api/projects/{projectId}/tree', { params: { path: { projectId } }, signal }))).list,
  });
}
