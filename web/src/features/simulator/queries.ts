import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import type { Quantity, Row } from './model/draft';

type Schemas = components['schemas'];
export type Simulated = Schemas['PointSimulated'];
export type Outcome = Schemas['SimulatedOutcome'];
export type PointThresholds = Schemas['PointThresholds'];
export type SimulatedPoint = Schemas['SimulatedPoint'];
export type ProjectSimulation = Schemas['ProjectSimulation'];
export type PointsSimulation = Schemas['PointsSimulation'];

/** The point of a page. */
export interface Here {
  projectId: number;
  structureId: number;
  pointId: number;
}

export function usePoint({ structureId, pointId }: Here) {
  return useQuery({
    queryKey: ['point', pointId],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId: pointId } },
          signal,
        }),
      ),
  });
}

/** The time that the readings of a point cover. */
export function useExtent({ pointId }: Here) {
  return useQuery({
    queryKey: ['extent', pointId],
    queryFn: ({ signal }) => data(client.POST('/api/monitor/extent', { body: { measuringPointId: pointId }, signal })),
    staleTime: 60_000,
  });
}

export interface Question {
  quantity: Quantity;
  start: number;
  end: number;
  sets: readonly (readonly Row[])[];
}

/** What sets of thresholds would have done. The newest question wins; until its answer the one before stays. */
export function useSimulation({ structureId, pointId }: Here, question: Question | null) {
  return useQuery({
    queryKey: ['simulation', pointId, question],
    enabled: question !== null,
    queryFn: ({ signal }) => {
      const { quantity, start, end, sets } = question as Question;
      return data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/threshold-simulation', {
          params: { path: { structureId, measuringPointId: pointId } },
          body: { ...quantity, start, end, sets: sets.map((list) => ({ list: [...list] })) },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The points of a measurement in a structure, with their thresholds in force. */
export function useAlike({ projectId, structureId }: Here, measurement: string, enabled: boolean) {
  return useQuery({
    queryKey: ['project', projectId, 'thresholds', 'alike', structureId, measurement],
    enabled: enabled && measurement !== '',
    queryFn: async ({ signal }) => {
      const list: PointThresholds[] = [];
      for (let page = 1; ; page++) {
        const found = await data(
          client.GET('/api/projects/{projectId}/thresholds', {
            params: { path: { projectId }, query: { structureId, measurement, page, pageSize: 200 } },
            signal,
          }),
        );
        list.push(...found.list);
        if (list.length >= found.total || found.list.length === 0) return list;
      }
    },
  });
}

export function useStartBatch({ projectId }: Here) {
  return useMutation({
    mutationFn: (body: PointsSimulation) =>
      data(client.POST('/api/projects/{projectId}/threshold-simulations', { params: { path: { projectId } }, body })),
  });
}

const ended = new Set(['done', 'failed', 'cancelled']);

/** Reports whether an error says that there is no such simulation for this person. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The outcome of a simulation of many points, read again until it has ended. */
export function useBatch({ projectId }: Here, jobId: number) {
  return useQuery({
    queryKey: ['simulation', 'batch', projectId, jobId],
    enabled: jobId > 0,
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/threshold-simulations/{simulationId}', {
          params: { path: { projectId, simulationId: jobId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isGone(state.error) || ended.has(state.data?.state ?? '') ? false : 1000),
  });
}

export function useCancelBatch({ projectId }: Here) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => data(client.POST('/api/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSuccess: (_, jobId) => queryClient.invalidateQueries({ queryKey: ['simulation', 'batch', projectId, jobId] }),
  });
}

/** Records thresholds of many points as versions, all or none. */
export function useRecordMany({ projectId }: Here) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['BulkVersions']) =>
      data(client.POST('/api/projects/{projectId}/versions', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['versions'] }),
        queryClient.invalidateQueries({ queryKey: ['project', projectId, 'thresholds'] }),
      ]),
  });
}

/** What recording them would do. */
export function usePreviewMany({ projectId }: Here, body: Schemas['BulkVersions'] | null) {
  return useQuery({
    queryKey: ['simulation', 'effect', projectId, body],
    enabled: body !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/projects/{projectId}/versions/preview', {
          params: { path: { projectId } },
          body: body as Schemas['BulkVersions'],
          signal,
        }),
      ),
  });
}
