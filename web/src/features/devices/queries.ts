import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { type Device, deviceKeys, deviceStateMs } from '@/api/devices';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

export type { Device };
/** The editable fields of a device; its place is changed by an action. */
export type DeviceFields = Omit<Schemas['DeviceUpdate'], 'projectId'>;
export type DeviceSummary = Schemas['DeviceSummary'];
export type DeadFrame = Schemas['DeadFrame'];

/** The filter of devices, without the page. */
export interface DeviceChoice {
  projectId?: number;
  stock?: boolean;
  type?: string;
  model?: string;
  kind?: 'Measuring' | 'Collector' | 'DTU';
  status?: 'online' | 'offline' | 'sleep';
  health?: 'normal' | 'unknown' | 'lowVoltage' | 'dataLost' | 'dataRepeated';
  name?: string;
}

export interface DeviceFilter extends DeviceChoice {
  sort?: string;
  page: number;
  pageSize: number;
}

export function useDevices(corporationId: number | undefined, filter: DeviceFilter) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'list', filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices', {
          params: { path: { corporationId: corporationId ?? 0 }, query: filter },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: deviceStateMs,
  });
}

export function useDeviceCounts(corporationId: number | undefined, choice: DeviceChoice) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'stat', choice],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/stat', {
          params: { path: { corporationId: corporationId ?? 0 }, query: choice },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    refetchInterval: deviceStateMs,
  });
}

/** The ids of all devices that match, for actions on all of them. */
export function useAllIds(corporationId: number) {
  return useMutation({
    mutationFn: async (choice: DeviceChoice) =>
      (
        await data(
          client.GET('/api/corporations/{corporationId}/devices/ids', {
            params: { path: { corporationId }, query: choice },
          }),
        )
      ).ids,
  });
}

/** Receivers of a project that are base stations. */
export const baseStationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['devices', 'base-stations', projectId],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/projects/{projectId}/devices/gnss-base-station', {
            params: { path: { projectId } },
            signal,
          }),
        )
      ).list,
  });

export function useUpdateDevice(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeviceFields) =>
      data(
        client.PUT('/api/corporations/{corporationId}/devices/{deviceId}', {
          params: { path: { corporationId, deviceId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useDeleteDevice(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: number) =>
      data(
        client.DELETE('/api/corporations/{corporationId}/devices/{deviceId}', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

/** Recent frames of a device: decoded ones, and rejected ones with the reason. */
export function useFrames(corporationId: number, deviceId: number) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId), 'frames', deviceId],
    queryFn: async ({ signal }) => {
      const params = { path: { corporationId, deviceId } };
      const [frames, dead] = await Promise.all([
        data(client.GET('/api/corporations/{corporationId}/devices/{deviceId}/frames', { params, signal })),
        data(client.GET('/api/corporations/{corporationId}/devices/{deviceId}/dead-frames', { params, signal })),
      ]);
      return { frames: frames.list, dead: dead.list };
    },
    refetchInterval: deviceStateMs,
  });
}

export function useReplay(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/dead-frames/replay', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...deviceKeys.all(corporationId), 'frames', deviceId] }),
  });
}
