import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceTypesQuery, useAttributes, useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { deviceQuery } from '@/api/devices';
import { projectQuery } from '@/api/project';
import { explanationOf } from '../model/adapt';
import { knownAt, useKnown } from '../model/known';
import type { ValueType } from '../model/types';
import { pointKeys } from './keys';

interface ExplainParams {
  projectId: number;
  pointId: number;
  measurement: string;
  field: string;
  node: number;
  time: number;
  valueType: ValueType;
}

/** The explanation of a value, with names of devices and fields. */
export function useExplanation({ projectId, pointId, measurement, field, node, time, valueType }: ExplainParams) {
  const say = useLabel();
  const queryClient = useQueryClient();
  const project = useQuery(projectQuery(projectId)).data;
  const attributes = useAttributes(measurement);
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'explain', field, node, time, valueType, known, say],
    queryFn: async ({ signal }) => {
      const body = { measuringPointId: pointId, field, node, time, valueType, ...knownAt(known) };
      const answer = await data(client.POST('/api/monitor/explain', { body, signal }));
      const types = await queryClient.ensureQueryData(deviceTypesQuery);
      const ids = [
        ...new Set([
          ...answer.raw.map((r) => r.deviceId),
          ...answer.versions.filter((v) => v.owner === 'device').map((v) => v.ownerId),
        ]),
      ];
      const devices = new Map(
        await Promise.all(
          ids.map(
            async (id) => [id, await queryClient.fetchQuery(deviceQuery(project?.corporationId ?? 0, id))] as const,
          ),
        ),
      );
      return explanationOf(answer, say, {
        device: (id) => devices.get(id)?.name ?? String(id),
        raw: (id, name) => {
          const type = types.find((one) => one.code === devices.get(id)?.type);
          const found = type?.rawFields.find((f) => f.name === name || f.name.split(/, ?/).includes(name));
          // A value computed by the device itself has the measurement's name.
          const known = found ?? attributes.find((a) => a.name === name);
          return { label: known ? say(known.label) : name, unit: known?.unit ?? '' };
        },
        field: (name) => {
          const found = attributes.find((a) => a.name === name);
          return { label: found ? say(found.label) : name, decimals: found?.decimals };
        },
      });
    },
    enabled: project !== undefined,
    placeholderData: keepPreviousData,
  });
}

interface ExplainedParams {
  pointId: number;
  field: string;
  node: number;
  /** null: not wanted. */
  time: number | null;
  valueType: ValueType;
}

/** The explanation of a value as the server returns it; undefined until loaded. */
export function useExplained({ pointId, field, node, time, valueType }: ExplainedParams) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'explained', field, node, time, valueType, known],
    queryFn: ({ signal }) => {
      const body = { measuringPointId: pointId, field, node, time: time ?? 0, valueType, ...knownAt(known) };
      return data(client.POST('/api/monitor/explain', { body, signal }));
    },
    enabled: time !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  }).data;
}
