import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useLive } from '@/entities/live/use-live';

export type Command = components['schemas']['Command'];
export type CommandOrder = components['schemas']['CommandOrder'];
export type KeepSending = components['schemas']['KeepSending'];
export type CollectConfig = components['schemas']['CollectConfig'];

/** The device of the commands. */
export interface Where {
  corporationId: number;
  deviceId: number;
}

const base = '/api/corporations/{corporationId}/devices/{deviceId}/commands';
const keyOf = ({ corporationId, deviceId }: Where) => ['commands', corporationId, deviceId] as const;

/** The states that can still change. */
export const outstanding: readonly Command['state'][] = ['waiting', 'hanging', 'sent'];

/** A page of a device's commands, newest first, refetched when the server reports a change. */
export function useCommands(where: Where, filter: { page: number; pageSize: number; state?: 'outstanding' }) {
  const queryClient = useQueryClient();
  useLive(['command'], ({ payload }) => {
    const devices = (payload as { devices?: number[] } | null)?.devices;
    if (!devices || devices.includes(where.deviceId)) void queryClient.invalidateQueries({ queryKey: keyOf(where) });
  });
  return useQuery({
    queryKey: [...keyOf(where), filter],
    queryFn: ({ signal }) => data(client.GET(base, { params: { path: { ...where }, query: filter }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The cycles of a device's collection within the last day. */
export function useCollected(where: Where) {
  return useQuery({
    queryKey: [...keyOf(where), 'collected'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/{deviceId}/collection', {
          params: { path: { ...where } },
          signal,
        }),
      ),
    staleTime: 0,
  });
}

function useChange<Body>(where: Where, change: (body: Body) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(where) }),
  });
}

export function useSend(where: Where) {
  return useChange(where, (body: CommandOrder) => data(client.POST(base, { params: { path: { ...where } }, body })));
}

export function useKeepSending(where: Where) {
  return useChange(where, (body: KeepSending) =>
    data(
      client.POST('/api/corporations/{corporationId}/devices/{deviceId}/commands/keep-sending', {
        params: { path: { ...where } },
        body,
      }),
    ),
  );
}

export function useCancel(where: Where) {
  return useChange(where, (commandId: number) =>
    data(
      client.POST('/api/corporations/{corporationId}/devices/{deviceId}/commands/{commandId}/cancel', {
        params: { path: { ...where, commandId } },
      }),
    ),
  );
}

/** Extends keep sending; an event reports its end. */
export function renewLease(where: Where, commandId: number) {
  return data(
    client.POST('/api/corporations/{corporationId}/devices/{deviceId}/commands/{commandId}/lease', {
      params: { path: { ...where, commandId } },
    }),
  );
}

export function useCollectPoints(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { points: number[]; collectConfig: CollectConfig; note: string }) =>
      data(
        client.PATCH('/api/projects/{projectId}/measuring-points/collect-config', {
          params: { path: { projectId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['versions'] }),
  });
}
