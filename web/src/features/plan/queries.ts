import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { treeQuery } from '@/api/tree';
import type { PlanDetail } from '@/entities/drawing/plan';
import { planQuery, plansQuery } from '@/entities/drawing/queries';
import { afterChange, type MarkChange } from './model/marks';

type Schemas = components['schemas'];
export type PlanFields = Schemas['PlanFields'];
export type PointPlace = Schemas['PointPlace'];

/** Structures, items and points of a project. */
export function useTree(projectId: number) {
  return useQuery(treeQuery(projectId));
}

/** Creates or changes a drawing. */
export function useSavePlan(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, structureId, ...fields }: PlanFields & { id?: number; structureId: number }) =>
      id
        ? data(
            client.PUT('/api/projects/{projectId}/plans/{planId}', {
              params: { path: { projectId, planId: id } },
              body: fields,
            }),
          )
        : data(
            client.POST('/api/projects/{projectId}/plans', {
              params: { path: { projectId } },
              body: { structureId, ...fields },
            }),
          ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: plansQuery(projectId).queryKey }),
  });
}

export function useDeletePlan(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (planId: number) =>
      data(client.DELETE('/api/projects/{projectId}/plans/{planId}', { params: { path: { projectId, planId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: plansQuery(projectId).queryKey }),
  });
}

/** Changes of positions are sent in the order in which they were made. */
const inOrder = { id: 'places' };

/**
 * Places, moves and removes points on a drawing. They move at once and return if refused; after the last of several
 * changes the drawing is refetched.
 */
export function usePlaceMarks(projectId: number) {
  const queryClient = useQueryClient();
  const mutationKey = ['marks', projectId];
  return useMutation({
    mutationKey,
    scope: inOrder,
    mutationFn: ({ planId, ...body }: MarkChange & { planId: number }) =>
      data(
        client.PUT('/api/projects/{projectId}/plans/{planId}/marks', { params: { path: { projectId, planId } }, body }),
      ),
    onMutate: async ({ planId, ...change }) => {
      const { queryKey } = planQuery(projectId, planId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<PlanDetail>(queryKey, (plan) => plan && afterChange(plan, change));
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) > 1
        ? undefined
        : queryClient.invalidateQueries({ queryKey: plansQuery(projectId).queryKey }),
  });
}

const markersKey = (projectId: number) => [...keys.project(projectId), 'markers'] as const;

/** Every point of a project that has coordinates. */
export function usePointMarkers(projectId: number) {
  return useQuery({
    queryKey: markersKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/measuring-points/markers', { params: { query: { projectId } }, signal })),
    select: ({ list }) => list,
  });
}

/** Sets the coordinates of points, or clears them. */
export function usePlacePoints(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: inOrder,
    mutationFn: (points: PointPlace[]) =>
      data(
        client.PUT('/api/projects/{projectId}/points-location', { params: { path: { projectId } }, body: { points } }),
      ),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.project(projectId) }),
        queryClient.invalidateQueries({ queryKey: ['point'] }),
      ]),
  });
}

interface Coordinates {
  longitude: number | undefined;
  latitude: number | undefined;
}

/** Sets or clears only the coordinates of a structure or item. */
export function usePlaceStructure(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: inOrder,
    mutationFn: async ({ id: structureId, ...place }: Coordinates & { id: number }) => {
      const path = { projectId, structureId };
      const now = await data(client.GET('/api/projects/{projectId}/structures/{structureId}', { params: { path } }));
      const { id: _id, projectId: _projectId, createdAt: _createdAt, ...fields } = now;
      return data(
        client.PUT('/api/projects/{projectId}/structures/{structureId}', {
          params: { path },
          body: without({ ...fields, ...place }),
        }),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.structures(projectId) }),
  });
}

/** Sets or clears only the coordinates of the project. */
export function usePlaceProject(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: inOrder,
    mutationFn: async (place: Coordinates) => {
      const path = { projectId };
      const now = await data(client.GET('/api/projects/{projectId}', { params: { path } }));
      const { id: _id, corporationId: _c, createdAt: _createdAt, permissions: _p, ...fields } = now;
      return data(
        client.PUT('/api/projects/{projectId}', { params: { path }, body: without({ ...fields, ...place }) }),
      );
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.project(projectId) }),
        queryClient.invalidateQueries({ queryKey: keys.projects }),
      ]),
  });
}

/** Omits empty fields: the server reads missing ones as not set. */
function without<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
