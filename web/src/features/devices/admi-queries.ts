import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys, deviceStateMs } from '@/api/devices';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type ArrayService = Schemas['CollectingService'];
export type ArrayCalibration = Schemas['ArrayCalibrationState'];
export type ArrayConfig = Schemas['ArrayConfig'];
export type ArrayConfigInForce = Schemas['ArrayConfigInForce'];
export type ArrayPort = Schemas['ArrayPort'];

const here = '/api/corporations/{corporationId}/devices/{deviceId}/admi' as const;

export interface Where {
  corporationId: number;
  deviceId: number;
}

const key = (where: Where, ...what: string[]) => [
  ...deviceKeys.one(where.corporationId, where.deviceId),
  'admi',
  ...what,
];

/** The local service of an array. */
export function useArrayService(where: Where) {
  return useQuery({
    queryKey: key(where, 'grpc'),
    queryFn: ({ signal }) => data(client.GET(`${here}/grpc`, { params: { path: where }, signal })),
    refetchInterval: deviceStateMs,
  });
}

/** The serial ports of the service's machine. */
export function useArrayPorts(where: Where) {
  return useQuery({
    queryKey: key(where, 'port'),
    queryFn: async ({ signal }) => (await data(client.GET(`${here}/port`, { params: { path: where }, signal }))).list,
  });
}

/** How the service reads the array. */
export function useArrayConfig(where: Where) {
  return useQuery({
    queryKey: key(where, 'collect-config'),
    queryFn: ({ signal }) => data(client.GET(`${here}/collect-config`, { params: { path: where }, signal })),
  });
}

/** The calibration files that the service has. */
export function useArrayCalibrations(where: Where) {
  return useQuery({
    queryKey: key(where, 'calibration'),
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${here}/calibration`, { params: { path: where }, signal }))).list,
  });
}

/** After a change everything that the service says is asked again: its parts depend on each other. */
function useAskAgain(where: Where) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: key(where) });
}

export function useSetArrayConfig(where: Where) {
  const queryClient = useQueryClient();
  const askAgain = useAskAgain(where);
  return useMutation({
    mutationFn: (body: ArrayConfig) => data(client.PUT(`${here}/collect-config`, { params: { path: where }, body })),
    meta: { quiet: true },
    onSuccess: (now) => {
      queryClient.setQueryData(key(where, 'collect-config'), now);
      return askAgain();
    },
  });
}

export function useToggleCollect(where: Where) {
  const askAgain = useAskAgain(where);
  return useMutation({
    mutationFn: (collecting: boolean) =>
      data(client.POST(`${here}/toggle-collect`, { params: { path: where }, body: { collecting } })),
    onSuccess: askAgain,
  });
}

export function useSendCalibration(where: Where) {
  const askAgain = useAskAgain(where);
  return useMutation({
    mutationFn: (filename: string) =>
      data(client.PUT(`${here}/calibration/{filename}`, { params: { path: { ...where, filename } } })),
    onSuccess: askAgain,
  });
}

export function useRemoveCalibration(where: Where) {
  const askAgain = useAskAgain(where);
  return useMutation({
    mutationFn: (filename: string) =>
      data(client.DELETE(`${here}/calibration/{filename}`, { params: { path: { ...where, filename } } })),
    onSuccess: askAgain,
  });
}
