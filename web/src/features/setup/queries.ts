import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client, data, sessionHeaders } from '@/api/client';
import { deviceKeys, deviceQuery } from '@/api/devices';
import { pointsQuery, projectQuery, projectsQuery, structuresQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { useVersions } from '@/entities/configuration/queries';
import { inForce, standing } from '@/entities/configuration/versions';
import { SseParser } from '@/entities/live/sse-parser';

type Schemas = components['schemas'];
const base = '/api/corporations/{corporationId}/devices/{deviceId}' as const;

/** The newest of a list: ids only grow. */
const newest = <T extends { id: number }>(list: readonly T[] | undefined): T | undefined =>
  list?.reduce<T | undefined>((best, one) => (best && best.id > one.id ? best : one), undefined);

/** The chain from project to threshold as it exists: the entries in the address, otherwise the newest. */
export function useChain(chosen: { projectId: number; structureId: number; pointId: number; fresh: boolean }) {
  const projects = useQuery({ ...projectsQuery({ pageSize: 200 }), enabled: chosen.projectId === 0 });
  const projectId = chosen.projectId || (chosen.fresh ? 0 : (newest(projects.data?.list)?.id ?? 0));
  const project = useQuery({ ...projectQuery(projectId), enabled: projectId > 0 });
  const structures = useQuery({ ...structuresQuery(projectId), enabled: projectId > 0 });
  const roots = structures.data?.list.filter((one) => !one.isItem);
  const structure = roots?.find((one) => one.id === chosen.structureId) ?? newest(roots);
  const structureId = structure?.id ?? 0;
  const points = useQuery({ ...pointsQuery(projectId, { structureId }), enabled: structureId > 0 });
  const point = points.data?.list.find((one) => one.id === chosen.pointId) ?? newest(points.data?.list);
  const owner = { kind: 'point' as const, structureId, id: point?.id ?? 0 };
  const versions = useVersions(owner, owner.id > 0).data;
  const now = <T>(aspect: string) =>
    inForce(standing(versions ?? [], aspect), Date.now())?.version.value as T | undefined;
  const binding = now<Schemas['PointBinding']>('binding');
  const deviceId = binding?.sources.find((one) => one.deviceId)?.deviceId ?? 0;
  const corporationId = project.data?.corporationId ?? 0;
  const device = useQuery({ ...deviceQuery(corporationId, deviceId), enabled: deviceId > 0 && corporationId > 0 });
  const frames = useFrames(corporationId, deviceId);
  const pending =
    (chosen.projectId === 0 && projects.isPending) ||
    (projectId > 0 && (project.isPending || structures.isPending)) ||
    (structureId > 0 && points.isPending) ||
    (owner.id > 0 && versions === undefined) ||
    (deviceId > 0 && (device.isPending || frames.isPending));
  return {
    ...{ pending, projectId, corporationId, owner, versions },
    ...{ project: project.data, structure, point, device: device.data },
    frames: frames.data ?? [],
    formula: now<Schemas['PointFormula']>('formula'),
    initial: now<Schemas['PointInitial']>('initial'),
    thresholds: now<Schemas['AlarmThresholds']>('thresholds'),
  };
}

export type Chain = ReturnType<typeof useChain>;

function useFrames(corporationId: number, deviceId: number) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId), 'setup', deviceId, 'frames'],
    enabled: corporationId > 0 && deviceId > 0,
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET(`${base}/frames`, {
            params: { path: { corporationId, deviceId }, query: { decode: true, limit: 20 } },
            signal,
          }),
        )
      ).list.filter((one) => one.kind === 'up'),
  });
}

/** The device's connection attempts since a time. */
export function useAttempts(corporationId: number, deviceId: number, since: number) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId), 'setup', deviceId, 'attempts', since],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET(`${base}/attempts`, { params: { path: { corporationId, deviceId }, query: { since } }, signal }),
        )
      ).list,
  });
}

/** Refetches the device's state when the server reports news; the stream reconnects automatically. */
export function useDeviceNews(corporationId: number, deviceId: number, pointId: number) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const renew = () => {
      void queryClient.invalidateQueries({ queryKey: [...deviceKeys.all(corporationId), 'setup', deviceId] });
      void queryClient.invalidateQueries({ queryKey: ['versions', 'point', pointId, 'inputs'] });
    };
    void listen(`/api/corporations/${corporationId}/devices/${deviceId}/frames/live`, ending.signal, renew);
    return () => ending.abort();
  }, [corporationId, deviceId, pointId, queryClient]);
}

const pauseMs = 3_000;

async function listen(path: string, signal: AbortSignal, renew: () => void) {
  while (!signal.aborted) {
    try {
      const response = await fetch(path, { headers: { ...sessionHeaders(), Accept: 'text/event-stream' }, signal });
      if (response.status === 401 || response.status === 403 || response.status === 404) return;
      if (response.ok && response.body) {
        const parser = new SseParser();
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          const events = parser.push(piece.value);
          if (events.some((one) => one.event === 'end')) return;
          if (events.length > 0) renew(); // on "ready" too, for events missed meanwhile
        }
      }
    } catch {
      // Unreachable for now: shown data stays.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Records first versions of a point one after the other, by the call that the console uses. */
export function useRecordAspects(owner: { structureId: number; id: number }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (drafts: { id?: number; aspect: string; value: object }[]) => {
      for (const { id, aspect, value } of drafts) {
        await data(
          client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions', {
            params: { path: { structureId: owner.structureId, measuringPointId: id ?? owner.id } },
            body: { aspect, validFrom: 0, value: value as Record<string, unknown>, note: '' },
          }),
        );
      }
    },
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['versions', 'point'] }),
  });
}
