import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import { keys } from './keys';

/** One project, as every page inside it needs it: name, time zone, own permissions. */
export function projectQuery(projectId: number) {
  return queryOptions({
    queryKey: keys.project(projectId),
    queryFn: ({ signal }) => data(client.GET('/api/projects/{projectId}', { params: { path: { projectId } }, signal })),
  });
}

interface ProjectFilter {
  name?: string | undefined;
  page?: number;
  pageSize?: number;
  sort?: string | undefined;
}

/** A page of the projects that the account may see, the worst first. */
export function projectsQuery(filter: ProjectFilter) {
  const query = { ...filter, name: filter.name || undefined };
  return queryOptions({
    queryKey: [...keys.projects, query],
    queryFn: ({ signal }) => data(client.GET('/api/projects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Structures and items of a project. */
export function structuresQuery(projectId: number) {
  return queryOptions({
    queryKey: keys.structures(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/structures', { params: { path: { projectId } }, signal })),
  });
}

/** Positions of points on map and drawing, at most the server's page of 200. */
export function pointsQuery(
  projectId: number,
  filter: { structureId?: number; name?: string; pageSize?: number; ids?: number[] },
) {
  const query = { pageSize: 200, ...filter };
  return queryOptions({
    queryKey: [...keys.points(projectId), query],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/measuring-points', { params: { path: { projectId }, query }, signal }),
      ),
  });
}
