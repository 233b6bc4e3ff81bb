import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deviceTypesQuery, useAttributes, useLabel } from '@/api/catalogue';
import { client, data } from '@/api/client';
import { deviceQuery } from '@/api/devices';
import { projectQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import type { Threshold } from '@/shared/charts/threshold-lines';
import { thresholdOfApi } from '../model/adapt';
import type { FeedDevice, FieldInfo } from '../model/types';
import { pointKeys } from './keys';

/** The fields of a point's measurement that a chart can show. */
export function useFields(measurement: string, category: string): readonly FieldInfo[] {
  const say = useLabel();
  const attributes = useAttributes(measurement);
  const types = useQuery(deviceTypesQuery).data;
  return useMemo(() => {
    const nodes = types?.find((one) => one.code === category)?.nodes ?? false;
    return attributes
      .filter((a) => a.name !== 'depth' && (nodes || !a.perNode || measurement !== 'DeepDisplacement'))
      .map((a) => ({
        name: a.name,
        label: say(a.label),
        unit: a.unit,
        decimals: a.decimals,
        valueTypes: a.valueTypes,
      }));
  }, [attributes, types, category, measurement, say]);
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

/** What is known of a point's place at a time. */
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

const noDevices: FeedDevice[] = [];

/** The devices that feed a point now, the main one first. */
export function useFeedDevices(
  projectId: number,
  structureId: number,
  measuringPointId: number,
): readonly FeedDevice[] {
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
      const now = Date.now();
      const current = list
        .filter((v) => v.aspect === 'binding' && v.supersededAt === 0 && v.validFrom <= now)
        .sort((a, b) => b.validFrom - a.validFrom || b.recordedAt - a.recordedAt)[0];
      const binding = current?.value as components['schemas']['PointBinding'] | undefined;
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
      }));
    },
    enabled: corporationId !== undefined,
  });
  return query.data ?? noDevices;
}
