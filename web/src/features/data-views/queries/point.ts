import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { useComputedFields } from '@/api/computed-fields';
import { deviceQuery } from '@/api/devices';
import { projectQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { thresholdOfApi } from '../model/adapt';
import { atMost, initialRange, type Range } from '../model/range';
import { rememberedRange } from '../model/remembered-range';
import type { FeedDevice, FieldInfo, PointState } from '../model/types';
import { type Aspect, versionAt } from '../model/version';
import { pointKeys } from './keys';

/** The fields of a point that a chart can show: those that its formula computes. */
export function useFields(point: Pick<PointState, 'projectId' | 'id' | 'measurement'>): readonly FieldInfo[] {
  const say = useLabel();
  const computed = useComputedFields(point.projectId, point.id, point.measurement);
  return useMemo(
    () =>
      computed
        .filter((a) => a.name !== 'depth')
        .map((a) => ({
          name: a.name,
          label: say(a.label) || a.name,
          unit: a.unit,
          decimals: a.decimals,
          valueTypes: a.valueTypes,
        })),
    [computed, say],
  );
}

const noThresholds: Threshold[] = [];

/** The thresholds of a point that are in force now. */
export function useThresholds(structureId: number, measuringPointId: number): readonly Threshold[] {
  const query = useQuery({
    queryKey: [...pointKeys.all(measuringPointId), 'thresholds'],
    queryFn: async ({ signal }) => {
      const found = await data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/thresholds', {
          params: { path: { structureId, measuringPointId } },
          signal,
        }),
      );
      return found.list.map(thresholdOfApi);
    },
  });
  return query.data ?? noThresholds;
}

/** The engineering data of a point at a time. */
export function useEngineering(structureId: number, measuringPointId: number, at: number | null) {
  return useQuery({
    queryKey: [...pointKeys.all(measuringPointId), 'engineering', at],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/engineering-config', {
            params: { path: { structureId, measuringPointId }, query: { at: at ?? 0 } },
            signal,
          }),
        )
      ).value,
    enabled: at !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  }).data;
}

/** The version of an aspect of a point's configuration in force at a time; undefined until loaded, null if there is none. */
export function usePointVersion<T>(
  { structureId, id }: Pick<PointState, 'structureId' | 'id'>,
  aspect: Aspect,
  at: number | null,
): T | null | undefined {
  const query = useQuery({
    queryKey: [...pointKeys.all(id), 'versions', aspect],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions', {
            params: { path: { structureId, measuringPointId: id }, query: { aspect } },
            signal,
          }),
        )
      ).list,
    staleTime: 60_000,
  });
  return useMemo(() => {
    if (query.error) return null;
    return query.data && (versionAt<T>(query.data, aspect, at ?? Date.now()) ?? null);
  }, [query.data, query.error, aspect, at]);
}

/** How often the states of devices are asked for, in ms: nothing arrives when a device goes offline. */
const stateEvery = 60_000;

/** The devices that feed a point now, the main one first; undefined until known. */
export function useFeedDevices(
  projectId: number,
  structureId: number,
  measuringPointId: number,
): readonly FeedDevice[] | undefined {
  const queryClient = useQueryClient();
  const project = useQuery(projectQuery(projectId)).data;
  const corporationId = project?.corporationId;
  const query = useQuery({
    queryKey: [...pointKeys.all(measuringPointId), 'devices'],
    queryFn: async ({ signal }): Promise<FeedDevice[]> => {
      const { list } = await data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions', {
          params: { path: { structureId, measuringPointId }, query: { aspect: 'binding' } },
          signal,
        }),
      );
      const binding = versionAt<components['schemas']['PointBinding']>(list, 'binding', Date.now());
      const ids = [...new Set((binding?.sources ?? []).flatMap((s) => (s.deviceId ? [s.deviceId] : [])))];
      const devices = await Promise.all(ids.map((id) => queryClient.fetchQuery(deviceQuery(corporationId ?? 0, id))));
      return devices.map((d) => ({
        id: d.id,
        name: d.name,
        sncode: d.sncode,
        model: d.model ?? '',
        type: d.type,
        state: d.state.status,
        health: d.state.health,
        voltage: d.state.voltage,
        lastSeen: d.state.lastSeen || null,
      }));
    },
    enabled: corporationId !== undefined,
    refetchInterval: stateEvery,
  });
  return query.data;
}

/**
 * The range of a point if the address has none: the one last chosen for it, otherwise one derived from its readings.
 * Undefined until known; it stays while the point is on view. It is no longer than the view allows, in days; 0: any.
 */
export function useInitialRange(measuringPointId: number, days: number): Range | undefined {
  const query = useQuery({
    queryKey: ['extent', measuringPointId],
    queryFn: async ({ signal }) => {
      const extent = await data(client.POST('/api/monitor/extent', { body: { measuringPointId }, signal }));
      return initialRange(extent, Date.now());
    },
    staleTime: 300_000,
  });
  const usual = query.data ?? (query.error ? fallbackRange : undefined);
  return useMemo(() => {
    const first = rememberedRange(measuringPointId) ?? usual;
    return first && atMost(first, days);
  }, [measuringPointId, usual, days]);
}

const fallbackRange: Range = { quick: '30d' };
