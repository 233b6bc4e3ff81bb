import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys, deviceStateMs } from '@/api/devices';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type InitSource = Schemas['InitSource'];
export type DeviceWarning = Schemas['DeviceWarning'];
export type CalibrationFile = Schemas['CalibrationFile'];

const here = '/api/corporations/{corporationId}/devices/{deviceId}' as const;

interface Where {
  corporationId: number;
  deviceId: number;
}

const key = (where: Where, what: string) => [...deviceKeys.one(where.corporationId, where.deviceId), what];

/** The last observed values of the points that a device feeds, with the initial values in force. */
export function useInitSources(where: Where, count: number) {
  return useQuery({
    queryKey: [...key(where, 'init'), count],
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${here}/init`, { params: { path: where, query: { count } }, signal }))).list,
  });
}

export function useSetInit(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Schemas['DeviceInit']> & { mode: string }) =>
      data(client.PATCH(`${here}/init`, { params: { path: where }, body: body as Schemas['DeviceInit'] })),
    meta: { quiet: true },
    onSuccess: (_, { measuringPointIds = [] }) => {
      void queryClient.invalidateQueries({ queryKey: key(where, 'init') });
      for (const id of measuringPointIds) void queryClient.invalidateQueries({ queryKey: ['versions', 'point', id] });
    },
  });
}

/** Takes the mean of the last readings of a gateway as its initial tilt. */
export function useTakeTilt(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (count: number) =>
      data(client.PATCH(`${here}/gdm-angle-init`, { params: { path: where }, body: { mode: 'current', count } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['versions', 'device', where.deviceId] }),
  });
}

export function useSetHealth(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DeviceHealth']) =>
      data(client.PATCH(`${here}/health-threshold`, { params: { path: where }, body })),
    meta: { quiet: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['health-thresholds'] });
      return queryClient.invalidateQueries({ queryKey: deviceKeys.all(where.corporationId) });
    },
  });
}

export function useSetHealthOfMany(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DeviceHealth'] & { ids: number[] }) =>
      data(
        client.PATCH('/api/corporations/{corporationId}/devices/health-threshold', {
          params: { path: { corporationId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useDeleteDevices(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/bulk-delete', {
          params: { path: { corporationId } },
          body: { ids },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useWarnings(where: Where) {
  return useQuery({
    queryKey: key(where, 'warnings'),
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${here}/warnings`, { params: { path: where }, signal }))).list,
    refetchInterval: deviceStateMs,
  });
}

export function useDismissWarnings(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => data(client.DELETE(`${here}/warnings`, { params: { path: where, query: { ids } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(where, 'warnings') }),
  });
}

export function useCalibrations(where: Where) {
  return useQuery({
    queryKey: key(where, 'calibration'),
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${here}/calibration`, { params: { path: where }, signal }))).list,
  });
}

export const maxCalibrationBytes = 3 * 1024 * 1024;

export function useUploadCalibration(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return data(
        client.POST(`${here}/calibration`, {
          params: { path: where, query: { filename: file.name } },
          body: form as never,
          bodySerializer: (body) => body as never,
        }),
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(where, 'calibration') }),
  });
}

export function useDeleteCalibration(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filename: string) =>
      data(client.DELETE(`${here}/calibration/{filename}`, { params: { path: { ...where, filename } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(where, 'calibration') }),
  });
}

/** The content of a calibration file. */
export async function fetchCalibration(where: Where, filename: string): Promise<Blob> {
  return (await data(
    client.GET(`${here}/calibration/{filename}`, { params: { path: { ...where, filename } }, parseAs: 'blob' }),
  )) as unknown as Blob;
}
