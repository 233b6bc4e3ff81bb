import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components, operations } from '@/api/schema.gen';
import { useRenewProject } from '@/entities/project/make';
import type { LineKind } from '../model/grid';

type Schemas = components['schemas'];
export type Point = Schemas['Point'];
export type PointFields = Schemas['PointFields'];
export type PointSummary = Schemas['PointSummary'];
export type NewPoint = Schemas['NewPoint'];

/** Points of a structure with its items, or of one item. */
export function usePoints(
  projectId: number,
  structureId: number,
  filter: { itemId: number; page: number; name: string; measurement: string; type: string; sort: string },
) {
  return useQuery({
    queryKey: [...keys.points(projectId), 'console', structureId, filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points', {
          params: {
            path: { structureId },
            query: {
              page: filter.page,
              pageSize: 50,
              ...(filter.itemId ? { itemId: filter.itemId } : {}),
              ...(filter.name ? { name: filter.name } : {}),
              ...(filter.measurement ? { measurement: filter.measurement } : {}),
              ...(filter.type ? { type: filter.type as LineKind } : {}),
              ...(filter.sort ? { sort: filter.sort } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function usePoint(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: ['point', measuringPointId],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
          signal,
        }),
      ),
  });
}

export function useUpdatePoint(projectId: number, structureId: number, measuringPointId: number) {
  const renew = useRenewProject(projectId);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PointFields) =>
      data(
        client.PUT('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      renew();
      void queryClient.invalidateQueries({ queryKey: ['point', measuringPointId] });
    },
  });
}

export function useDeletePoint(projectId: number, structureId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (measuringPointId: number) =>
      data(
        client.DELETE('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
        }),
      ),
    onSuccess: renew,
  });
}

/** Points of a project by name, to choose from. */
export function projectPointsQuery(projectId: number, name: string) {
  return queryOptions({
    queryKey: [...keys.points(projectId), 'choice', name],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/measuring-points', {
          params: { path: { projectId }, query: { pageSize: 50, sort: 'name', ...(name ? { name } : {}) } },
          signal,
        }),
      ),
  });
}

/** Checks points without creating them. */
export function useCheckPoints(structureId: number) {
  return useMutation({
    mutationFn: (points: NewPoint[]) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/check', {
          params: { path: { structureId } },
          body: { points },
        }),
      ),
    meta: { quiet: true },
  });
}

export type Conversion = NonNullable<operations['convertPoint']['requestBody']>['content']['application/json'];

/** Previews converting a point to another kind. */
export function usePreviewConversion(structureId: number, measuringPointId: number) {
  return useMutation({
    mutationFn: (body: Conversion) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/convert/preview', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

/** Converts a point to another kind from a given time. */
export function useConvertPoint(projectId: number, structureId: number, measuringPointId: number) {
  const renew = useRenewProject(projectId);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Conversion) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/convert', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      renew();
      void queryClient.invalidateQueries({ queryKey: ['point', measuringPointId] });
      void queryClient.invalidateQueries({ queryKey: ['update-records'] });
      void queryClient.invalidateQueries({ queryKey: ['versions'] });
    },
  });
}
