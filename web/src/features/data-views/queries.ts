import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deviceTypesQuery, measurementsQuery, useAttributes, useLabel } from '@/api/catalogue';
import { client, data } from '@/api/client';
import { deviceQuery } from '@/api/devices';
import { keys } from '@/api/keys';
import { overviewQuery } from '@/api/monitor';
import { projectQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { treeQuery } from '@/api/tree';
import type { Threshold } from '@/shared/charts/threshold-lines';
import { followLink } from '@/shared/download';
import { defaultZone } from '@/shared/format/time';
import { useLive } from '@/shared/live/use-live';
import {
  explanationOf,
  pointState,
  readingPage,
  seriesAnswer,
  thresholdOfApi,
  treeOf,
  wholeReading,
} from './model/adapt';
import { type Range, resolveRange } from './model/range';
import type { ReadingPage } from './model/reading-page';
import type { FeedDevice, FieldInfo, PointState, ReadingRow, SeriesAnswer, ValueType } from './model/types';

export { useMeasurementName } from '@/api/catalogue';

/** Keys of what one point shows: a new value renews everything below. */
const pointKeys = {
  all: (pointId: number) => ['point-data', pointId] as const,
};

export function useProjectZone(projectId: number): string {
  return useQuery(projectQuery(projectId)).data?.timeZone || defaultZone;
}

/** The tree of a project with the newest value of every point. */
export function useTree(projectId: number) {
  const say = useLabel();
  const tree = useQuery(treeQuery(projectId));
  const overview = useQuery(overviewQuery(projectId));
  const measurements = useQuery(measurementsQuery);
  const types = useQuery(deviceTypesQuery);
  const branches = useMemo(() => {
    if (!tree.data || !overview.data || !measurements.data || !types.data) return undefined;
    const catalogue = { measurements: measurements.data, types: types.data };
    const points = new Map(overview.data.list.map((p) => [p.measuringPointId, pointState(p, catalogue, say)]));
    return treeOf(tree.data, points);
  }, [tree.data, overview.data, measurements.data, types.data, say]);
  const error = tree.error ?? overview.error ?? measurements.error ?? types.error;
  return {
    data: branches,
    error,
    isPending: branches === undefined && !error,
    isFetching: tree.isFetching || overview.isFetching,
    refetch: () => Promise.all([tree.refetch(), overview.refetch(), measurements.refetch(), types.refetch()]),
  };
}

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

interface SeriesParams {
  pointId: number;
  fields: readonly string[];
  nodes: readonly number[];
  valueType: ValueType;
  base: number | null;
  includeAbnormal: boolean;
  interval: number;
}

function queryBody(params: SeriesParams, range: Range, now: number) {
  return {
    measuringPointId: params.pointId,
    fields: [...params.fields],
    nodes: [...params.nodes],
    valueType: params.valueType,
    base: params.base ?? 0,
    includeAbnormal: params.includeAbnormal,
    ...resolveRange(range, now),
  };
}

/** Curves of a point. What is shown stays while it is fetched again. */
export function useSeries({
  range,
  every,
  enabled = true,
  ...params
}: SeriesParams & { range: Range; every: number; enabled?: boolean }) {
  const say = useLabel();
  return useQuery({
    queryKey: [...pointKeys.all(params.pointId), 'series', params, range, say],
    queryFn: async ({ signal }): Promise<SeriesAnswer> =>
      seriesAnswer(
        await data(client.POST('/api/monitor/query', { body: queryBody(params, range, Date.now()), signal })),
        say,
      ),
    enabled: enabled && params.fields.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

/** Times of the readings of a range, rising. */
export function useTimes({ pointId, range, every }: { pointId: number; range: Range; every: number }) {
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'times', range],
    queryFn: async ({ signal }) => {
      const { start, end } = resolveRange(range, Date.now());
      const body = { measuringPointId: pointId, start, end };
      return (await data(client.POST('/api/monitor/time-list', { body, signal }))).times;
    },
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

async function readingAt(pointId: number, time: number, signal: AbortSignal): Promise<ReadingRow | null> {
  const table = await data(
    client.POST('/api/monitor/pagination', {
      body: {
        measuringPointId: pointId,
        valueTypes: ['accumulated', 'observed'],
        includeAbnormal: true,
        start: time,
        end: time,
        page: 1,
        pageSize: 1,
      },
      signal,
    }),
  );
  return wholeReading(table);
}

/** Whole readings at chosen times, by time. A reading that is known is not asked for again. */
export function useReadings({ pointId, times }: { pointId: number; times: readonly number[] }) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'readings', times],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        times.map((time) =>
          queryClient.fetchQuery({
            queryKey: [...pointKeys.all(pointId), 'reading', time],
            queryFn: () => readingAt(pointId, time, signal),
            staleTime: 60_000,
          }),
        ),
      );
      return new Map(found.flatMap((reading) => (reading ? [[reading.t, reading] as const] : [])));
    },
    enabled: times.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The newest reading of an array, for choosing its nodes. */
export function useLatestReading(pointId: number) {
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'latest-reading'],
    queryFn: async ({ signal }) => {
      const { list } = await data(
        client.POST('/api/monitor/latest', { body: { measuringPointIds: [pointId] }, signal }),
      );
      const time = list[0]?.time ?? 0;
      return time > 0 ? readingAt(pointId, time, signal) : null;
    },
    placeholderData: keepPreviousData,
  });
}

interface PageParams {
  pointId: number;
  fields: readonly string[];
  nodes: readonly number[];
  valueTypes: readonly (ValueType | 'raw')[];
  range: Range;
  page: number;
  pageSize: number;
  every: number;
  enabled: boolean;
}

export function useReadingPage({ every, enabled, ...params }: PageParams) {
  const say = useLabel();
  return useQuery({
    queryKey: [...pointKeys.all(params.pointId), 'page', params, say],
    queryFn: async ({ signal }): Promise<ReadingPage> => {
      const table = await data(
        client.POST('/api/monitor/pagination', {
          body: {
            measuringPointId: params.pointId,
            fields: [...params.fields],
            nodes: [...params.nodes],
            valueTypes: [...params.valueTypes],
            includeAbnormal: true,
            ...resolveRange(params.range, Date.now()),
            page: params.page,
            pageSize: params.pageSize,
            order: 'desc',
          },
          signal,
        }),
      );
      const main = table.columns.find((c) => c.valueType !== 'raw')?.field ?? '';
      return readingPage(table, say, main);
    },
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

const groupDays = 30;

/** The latest ten groups of a point, of its main field at the worst node. */
export function useLatestGroups(point: PointState) {
  const say = useLabel();
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'groups', point.time, say],
    queryFn: async ({ signal }): Promise<ReadingPage> => {
      const end = point.time ?? 0;
      const table = await data(
        client.POST('/api/monitor/pagination', {
          body: {
            measuringPointId: point.id,
            fields: point.field ? [point.field.name] : [],
            nodes: point.node ? [point.node.no] : [],
            valueTypes: point.accumulated === null ? ['observed'] : ['observed', 'accumulated'],
            start: Math.max(1, end - groupDays * 86_400_000),
            end: Math.max(1, end),
            page: 1,
            pageSize: 10,
            order: 'desc',
          },
          signal,
        }),
      );
      return readingPage(table, say, point.field?.name ?? '');
    },
    placeholderData: keepPreviousData,
  });
}

/** The last change of a point's main value, and the reading that it is against; null before the second reading. */
export function useLastChange(point: PointState) {
  const field = point.field?.name ?? '';
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'change', point.time, field, point.node?.no ?? 0],
    queryFn: async ({ signal }) => {
      const end = point.time ?? 0;
      const table = await data(
        client.POST('/api/monitor/pagination', {
          body: {
            measuringPointId: point.id,
            fields: [field],
            nodes: point.node ? [point.node.no] : [],
            valueTypes: ['change'],
            start: Math.max(1, end - groupDays * 86_400_000),
            end,
            page: 1,
            pageSize: 2,
            order: 'desc',
          },
          signal,
        }),
      );
      const [last, before] = table.list;
      const change = last?.values[0];
      return before && typeof change === 'number' ? { change, since: before.time } : null;
    },
    enabled: point.time !== null && field !== '',
    placeholderData: keepPreviousData,
  });
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

interface ExplainParams {
  projectId: number;
  pointId: number;
  measurement: string;
  field: string;
  node: number;
  time: number;
  valueType: ValueType;
}

/** Where a value comes from, devices and fields by name. */
export function useExplanation({ projectId, pointId, measurement, field, node, time, valueType }: ExplainParams) {
  const say = useLabel();
  const queryClient = useQueryClient();
  const project = useQuery(projectQuery(projectId)).data;
  const attributes = useAttributes(measurement);
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'explain', field, node, time, valueType, say],
    queryFn: async ({ signal }) => {
      const body = { measuringPointId: pointId, field, node, time, valueType };
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
          return { label: found ? say(found.label) : name, unit: found?.unit ?? '' };
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

/** Withdraws single readings of a point. */
export function useWithdraw(pointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ times, note }: { times: number[]; note: string }) =>
      data(client.POST('/api/monitor/delete', { body: { measuringPointId: pointId, times, note } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pointKeys.all(pointId) }),
  });
}

interface CsvParams extends SeriesParams {
  range: Range;
  valueTypes?: (ValueType | 'raw')[];
}

/** Saves every reading of a range as csv: the browser writes the file as it comes, however long it takes. */
export function useCsvExport() {
  return useMutation({
    mutationFn: async ({ range, valueTypes, ...params }: CsvParams) => {
      const body = { ...queryBody(params, range, Date.now()), valueTypes: valueTypes ?? [params.valueType] };
      followLink((await data(client.POST('/api/monitor/export-link', { body }))).path);
    },
  });
}

interface Changed {
  points?: number[];
}

/** Renews what a point shows when its results or its configuration changed. */
export function usePointLive(projectId: number, pointId: number): void {
  const queryClient = useQueryClient();
  useLive(
    ['live'],
    (event) => {
      const points = (event.payload as Changed | null)?.points;
      if (event.topic !== 'resume' && points && !points.includes(pointId)) return;
      void queryClient.invalidateQueries({ queryKey: pointKeys.all(pointId) });
      void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) });
    },
    projectId,
  );
}

/** Renews the values of a project's points. */
export function useProjectLive(projectId: number): void {
  const queryClient = useQueryClient();
  useLive(
    ['live', 'alert'],
    () => void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) }),
    projectId,
  );
}
