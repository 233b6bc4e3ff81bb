import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import type { components } from './schema.gen';

/** A device without the secret that is returned only on creation. */
export type Device = Omit<components['schemas']['CreatedDevice'], 'secret'>;

export const deviceKeys = {
  all: (corporationId: number) => ['devices', corporationId] as const,
  one: (corporationId: number, deviceId: number) => ['devices', corporationId, 'one', deviceId] as const,
};

/** Devices connect and disconnect at any time: the shown state is never older than this. */
export const deviceStateMs = 10_000;

/** One device with its state. */
export function deviceQuery(corporationId: number, deviceId: number) {
  return queryOptions({
    queryKey: deviceKeys.one(corporationId, deviceId),
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/{deviceId}', {
          params: { path: { corporationId, deviceId } },
          signal,
        }),
      ),
  });
}

interface DeviceFilter {
  name?: string;
  kind?: 'Measuring' | 'Collector' | 'DTU';
  projectId?: number;
  page?: number;
  pageSize?: number;
}

/** A page of the devices of a corporation that the account may see. */
export function deviceListQuery(corporationId: number, filter: DeviceFilter) {
  return queryOptions({
    queryKey: [...deviceKeys.all(corporationId), 'list', filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices', {
          params: { path: { corporationId }, query: filter },
          signal,
        }),
      ),
  });
}
