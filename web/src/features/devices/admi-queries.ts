import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys } from '@/api/devices';
import type { components } from '@/api/schema.gen';

export type ArrayCalibration = components['schemas']['ArrayCalibration'];

const here = '/api/corporations/{corporationId}/devices/{deviceId}/admi' as const;

interface Where {
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

export function useToggleCollect(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (collecting: boolean) =>
      data(client.POST(`${here}/toggle-collect`, { params: { path: where }, body: { collecting } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(where, 'grpc') }),
  });
}

export function useSendCalibration(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filename: string) =>
      data(client.PUT(`${here}/calibration/{filename}`, { params: { path: { ...where, filename } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(where, 'calibration') }),
  });
}
