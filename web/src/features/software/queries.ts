import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data, sessionHeaders } from '@/api/client';
import { NetworkError, readApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import { useLive } from '@/entities/live/use-live';

export type Software = components['schemas']['Software'];
export type Upgrade = components['schemas']['SoftwareUpgrade'];

export const pageSize = 20;
const key = ['softwares'] as const;

export function useSoftwares(filter: { page: number; name?: string | undefined; sort?: string | undefined }) {
  return useQuery({
    queryKey: [...key, 'list', filter],
    queryFn: ({ signal }) => data(client.GET('/api/softwares', { params: { query: { ...filter, pageSize } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Upgrades of a file, or all; refetched when the server reports progress. */
export function useUpgrades(filter: { page: number; softwareId?: number; state?: Upgrade['state'] }) {
  const queryClient = useQueryClient();
  useLive(['command'], () => void queryClient.invalidateQueries({ queryKey: [...key, 'upgrades'] }));
  return useQuery({
    queryKey: [...key, 'upgrades', filter],
    queryFn: ({ signal }) =>
      data(client.GET('/api/softwares/upgrades', { params: { query: { ...filter, pageSize } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Large files take longer than other calls, so the client's time limit does not apply. */
export function useUpload() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, notice }: { file: File; notice: string }) => {
      const body = new FormData();
      body.append('notice', notice);
      body.append('file', file, file.name);
      const response = await fetch('/api/softwares', { method: 'POST', headers: sessionHeaders(), body }).catch(() => {
        throw new NetworkError();
      });
      if (!response.ok) throw await readApiError(response);
      return (await response.json()) as Software;
    },
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export function useDelete() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (softwareId: number) =>
      data(client.DELETE('/api/softwares/{softwareId}', { params: { path: { softwareId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export function useAssign(softwareId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceIds: number[]) =>
      data(
        client.POST('/api/softwares/{softwareId}/upgrades', { params: { path: { softwareId } }, body: { deviceIds } }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Cancels the pending command of an upgrade. */
export function useCancel(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ deviceId, commandId }: Upgrade) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/commands/{commandId}/cancel', {
          params: { path: { corporationId, deviceId, commandId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export function useRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upgradeId: number) =>
      data(client.POST('/api/softwares/upgrades/{upgradeId}/retry', { params: { path: { upgradeId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Devices that a file is for, found by name or number. */
export function useDeviceChoices(corporationId: number, firmwareFor: string, name: string) {
  return useQuery({
    queryKey: ['devices', corporationId, 'choices', firmwareFor, name],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices', {
          params: { path: { corporationId }, query: { firmwareFor, name: name || undefined, pageSize: 50 } },
          signal,
        }),
      ),
    enabled: corporationId > 0,
    placeholderData: keepPreviousData,
  });
}
