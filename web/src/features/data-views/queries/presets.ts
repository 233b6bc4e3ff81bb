import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { ViewPage } from '../model/view-page';

export type Preset = components['schemas']['ViewPreset'];
type Change = components['schemas']['ViewPresetChange'];

const list = '/api/projects/{projectId}/view-presets';
const one = `${list}/{viewPresetId}` as const;
const keyOf = ({ projectId, slug, deviceType }: ViewPage) => ['view-presets', projectId, slug, deviceType] as const;

/** The presets of a view for a type of device. */
export function usePresets(page: ViewPage, enabled: boolean) {
  const { projectId, slug: view, deviceType } = page;
  return useQuery({
    queryKey: keyOf(page),
    queryFn: async ({ signal }) => {
      const query = { view, deviceType };
      return (await data(client.GET(list, { params: { path: { projectId }, query }, signal }))).list;
    },
    enabled,
  });
}

/** Saves a preset: a new one without an id. */
export function useSavePreset(page: ViewPage) {
  const queryClient = useQueryClient();
  const { projectId, slug: view, deviceType } = page;
  return useMutation({
    mutationFn: ({ id, change }: { id: number | null; change: Change }) =>
      id === null
        ? data(client.POST(list, { params: { path: { projectId } }, body: { ...change, view, deviceType } }))
        : data(client.PUT(one, { params: { path: { projectId, viewPresetId: id } }, body: change })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(page) }),
  });
}

export function useDeletePreset(page: ViewPage) {
  const queryClient = useQueryClient();
  const { projectId } = page;
  return useMutation({
    mutationFn: (viewPresetId: number) => data(client.DELETE(one, { params: { path: { projectId, viewPresetId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(page) }),
  });
}
