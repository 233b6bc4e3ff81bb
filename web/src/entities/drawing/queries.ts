import { queryOptions } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';

const plansKey = (projectId: number) => [...keys.project(projectId), 'plans'] as const;

/** Drawings of a project's structures and items, without their points. */
export function plansQuery(projectId: number) {
  return queryOptions({
    queryKey: plansKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/plans', { params: { path: { projectId } }, signal })),
  });
}

/** A drawing with the points on it. */
export function planQuery(projectId: number, planId: number) {
  return queryOptions({
    queryKey: [...plansKey(projectId), planId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/plans/{planId}', { params: { path: { projectId, planId } }, signal })),
    enabled: planId > 0,
  });
}
