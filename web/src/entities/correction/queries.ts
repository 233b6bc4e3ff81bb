import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { Consequences } from '@/entities/configuration/queries';

type Schemas = components['schemas'];
export type Correction = Schemas['Correction'];
export type ProjectCorrection = Schemas['ProjectCorrection'];
export type CorrectionFields = Schemas['CorrectionFields'];

/** The point that corrections are of. */
export interface Corrected {
  structureId: number;
  id: number;
}

const correctionsKey = (pointId: number) => ['corrections', pointId] as const;

export function useCorrections(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: correctionsKey(measuringPointId),
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections', {
            params: { path: { structureId, measuringPointId } },
            signal,
          }),
        )
      ).list,
  });
}

export const correctionsAtOnce = 20;

/** Corrections of a project's points, the newest first. */
export function useProjectCorrections(
  projectId: number,
  filter: { page: number; kind: CorrectionFields['kind'] | ''; name: string },
) {
  const query = {
    page: filter.page,
    pageSize: correctionsAtOnce,
    ...(filter.kind ? { kind: filter.kind } : {}),
    ...(filter.name ? { name: filter.name } : {}),
  };
  return useQuery({
    queryKey: ['corrections', 'project', projectId, query],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/corrections', { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useCreateCorrection(structureId: number, measuringPointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CorrectionFields) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: correctionsKey(measuringPointId) }),
  });
}

export function usePreviewCorrection(structureId: number, measuringPointId: number) {
  return useMutation({
    mutationFn: (body: CorrectionFields): Promise<Consequences> =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/preview', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

/** Previews a correction while it is written; the reason does not matter. */
export function previewQuery(structureId: number, measuringPointId: number, body: CorrectionFields) {
  return queryOptions({
    queryKey: ['correction-preview', measuringPointId, body],
    queryFn: ({ signal }): Promise<Consequences> =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/preview', {
          params: { path: { structureId, measuringPointId } },
          body,
          signal,
        }),
      ),
    gcTime: 0,
    meta: { quiet: true },
  });
}

/** Previews revoking a correction. */
export function revokePreviewQuery(structureId: number, measuringPointId: number, correctionId: number) {
  return queryOptions({
    // Not below the corrections' key: after revoking there is nothing left to preview.
    queryKey: ['revoke', correctionId],
    queryFn: ({ signal }) =>
      data(
        client.POST(
          '/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/{correctionId}/preview',
          {
            params: { path: { structureId, measuringPointId, correctionId } },
            signal,
          },
        ),
      ),
    gcTime: 0,
  });
}

export function useRevokeCorrection(structureId: number, measuringPointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ correctionId, note }: { correctionId: number; note: string }) =>
      data(
        client.DELETE('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/{correctionId}', {
          params: { path: { structureId, measuringPointId, correctionId }, query: { note } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: correctionsKey(measuringPointId) }),
  });
}
