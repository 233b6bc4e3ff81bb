import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type RetentionKind = Schemas['RetentionKind'];
export type RetentionPreview = Schemas['RetentionPreview'];
export type RetentionRun = Schemas['RetentionRun'];
type RetentionBody = Schemas['RetentionBody'];

/** Where an age is set: in a project, or as the default of a corporation. */
export type Place = { projectId: number } | { corporationId: number };

const ofProject = '/api/projects/{projectId}/retention';
const ofCorporation = '/api/corporations/{corporationId}/retention';
export const runsAtOnce = 10;

const keyOf = (place: Place) => ['retention', place] as const;

/** The age of each kind of data, and how much there is. */
export function useRetention(place: Place) {
  return useQuery({
    queryKey: keyOf(place),
    queryFn: ({ signal }) =>
      'projectId' in place
        ? data(client.GET(ofProject, { params: { path: place }, signal }))
        : data(client.GET(ofCorporation, { params: { path: place }, signal })),
  });
}

/** What an age would delete; null: there is no age to ask about. */
export function useRetentionPreview(place: Place, body: RetentionBody | null) {
  return useQuery({
    queryKey: [...keyOf(place), 'preview', body],
    queryFn: ({ signal }) => {
      const asked = body ?? { kind: '' };
      return 'projectId' in place
        ? data(client.POST(`${ofProject}/preview`, { params: { path: place }, body: asked, signal }))
        : data(client.POST(`${ofCorporation}/preview`, { params: { path: place }, body: asked, signal }));
    },
    enabled: body !== null,
    staleTime: 0,
  });
}

export function useSetRetention(place: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionBody) =>
      'projectId' in place
        ? data(client.PUT(ofProject, { params: { path: place }, body }))
        : data(client.PUT(ofCorporation, { params: { path: place }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['retention'] }),
    meta: { quiet: true },
  });
}

/** What was deleted in a project, the latest first. */
export function useRetentionRuns(projectId: number, page: number) {
  return useQuery({
    queryKey: ['retention', 'runs', projectId, page],
    queryFn: ({ signal }) =>
      data(
        client.GET(`${ofProject}/runs`, {
          params: { path: { projectId }, query: { page, pageSize: runsAtOnce } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** What was deleted of a device because of its age. */
export function useRetentionMarks(where: { corporationId: number; deviceId: number }) {
  return useQuery({
    queryKey: ['retention', 'device', where],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/devices/{deviceId}/retention', {
            params: { path: where },
            signal,
          }),
        )
      ).list,
  });
}
