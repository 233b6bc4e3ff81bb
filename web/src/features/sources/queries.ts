import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type DataSource = Schemas['DataSource'];
export type SourceBody = Schemas['DataSourceBody'];
export type Mapping = Schemas['JsonmapMapping'];
export type Tried = Schemas['TriedSource'];
export type Run = Schemas['DataSourceRun'];
export type Kind = DataSource['kind'];

const list = '/api/projects/{projectId}/data-sources';
const one = `${list}/{dataSourceId}` as const;
const stateMs = 5000;
export const pageSize = 20;

const keyOf = (projectId: number) => ['data-sources', projectId] as const;

/** The sources of a project; refetched every few seconds, because they run. */
export function useSources(projectId: number, page: number) {
  return useQuery({
    queryKey: [...keyOf(projectId), 'list', page],
    queryFn: ({ signal }) =>
      data(client.GET(list, { params: { path: { projectId }, query: { page, pageSize } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: stateMs,
  });
}

export function useSource(projectId: number, dataSourceId: number) {
  return useQuery({
    queryKey: [...keyOf(projectId), dataSourceId],
    queryFn: ({ signal }) => data(client.GET(one, { params: { path: { projectId, dataSourceId } }, signal })),
    enabled: dataSourceId > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRuns(projectId: number, dataSourceId: number) {
  return useQuery({
    queryKey: [...keyOf(projectId), dataSourceId, 'runs'],
    queryFn: ({ signal }) =>
      data(
        client.GET(`${one}/runs`, {
          params: { path: { projectId, dataSourceId }, query: { page: 1, pageSize: 20 } },
          signal,
        }),
      ),
    refetchInterval: stateMs,
  });
}

export function usePresets() {
  return useQuery({
    queryKey: ['mapping-presets'],
    queryFn: async ({ signal }) => (await data(client.GET('/api/mapping-presets', { signal }))).list,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Saved layouts of files that fit a device. */
export function useLayouts(corporationId: number, deviceId: number) {
  return useQuery({
    queryKey: ['import-mappings', corporationId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/devices/{deviceId}/import-mappings', {
            params: { path: { corporationId, deviceId } },
            signal,
          }),
        )
      ).list,
    enabled: deviceId > 0 && corporationId > 0,
  });
}

function useChange<In, Out>(projectId: number, change: (given: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(projectId) }),
    meta: { quiet: true },
  });
}

export function useSave(projectId: number, dataSourceId: number) {
  return useChange(projectId, (body: SourceBody) =>
    dataSourceId > 0
      ? data(client.PUT(one, { params: { path: { projectId, dataSourceId } }, body }))
      : data(client.POST(list, { params: { path: { projectId } }, body })),
  );
}

export function useRemove(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (dataSourceId: number) => data(client.DELETE(one, { params: { path: { projectId, dataSourceId } } })),
    // Not the source itself: it is still shown for a moment, and no longer there.
    onSuccess: () => queries.invalidateQueries({ queryKey: [...keyOf(projectId), 'list'] }),
    meta: { quiet: true },
  });
}

export function useRunNow(projectId: number) {
  return useChange(projectId, ({ id, again }: { id: number; again: boolean }) =>
    data(client.POST(`${one}/run`, { params: { path: { projectId, dataSourceId: id } }, body: { again } })),
  );
}

export function useTry(projectId: number, dataSourceId: number) {
  return useMutation({
    mutationFn: (body: SourceBody) =>
      data(client.POST(`${list}/try`, { params: { path: { projectId } }, body: { ...body, dataSourceId } })),
    meta: { quiet: true },
  });
}
