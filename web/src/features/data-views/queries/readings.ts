import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { readingPage, wholeReading } from '../model/adapt';
import { askedSpan, knownAt, useKnown } from '../model/known';
import { type Range, reachOf } from '../model/range';
import type { ReadingPage } from '../model/reading-page';
import type { PointState, ReadingRow, ValueType } from '../model/types';
import { pointKeys } from './keys';
import { accumulateMode } from './series';

/** Times of the readings of a range, rising. */
export function useTimes({
  pointId,
  range,
  every,
  enabled = true,
}: {
  pointId: number;
  range: Range;
  every: number;
  enabled?: boolean;
}) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'times', range, known],
    queryFn: async ({ signal }) => {
      const body = { measuringPointId: pointId, ...askedSpan(range, known) };
      return (await data(client.POST('/api/monitor/time-list', { body, signal }))).times;
    },
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

/** Changes, and observed values of what has no changes. */
const usualTypes: readonly ValueType[] = ['accumulated', 'observed'];
/** All fields of which the value type makes sense. */
const usualFields: readonly string[] = [];

async function readingAt(
  pointId: number,
  time: number,
  known: number | null,
  signal: AbortSignal,
  valueTypes: readonly (ValueType | 'raw')[] = usualTypes,
  fields = usualFields,
): Promise<ReadingRow | null> {
  const table = await data(
    client.POST('/api/monitor/pagination', {
      body: {
        measuringPointId: pointId,
        valueTypes: [...valueTypes],
        fields: [...fields],
        includeAbnormal: true,
        start: time,
        end: time,
        ...knownAt(known),
        page: 1,
        pageSize: 1,
      },
      signal,
    }),
  );
  return wholeReading(table);
}

/** Whole readings at chosen times, by time. A loaded reading is not fetched again. */
export function useReadings({
  pointId,
  times,
  valueTypes = usualTypes,
  fields = usualFields,
}: {
  pointId: number;
  times: readonly number[];
  valueTypes?: readonly (ValueType | 'raw')[];
  fields?: readonly string[];
}) {
  const queryClient = useQueryClient();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'readings', times, valueTypes, fields, known],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        times.map((time) =>
          queryClient.fetchQuery({
            queryKey: [...pointKeys.all(pointId), 'reading', time, valueTypes, fields, known],
            queryFn: () => readingAt(pointId, time, known, signal, valueTypes, fields),
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

async function newestTime(pointId: number, known: number | null, signal: AbortSignal): Promise<number> {
  const body = { measuringPointIds: [pointId], ...knownAt(known) };
  return (await data(client.POST('/api/monitor/latest', { body, signal }))).list[0]?.time ?? 0;
}

/** The newest reading of an array, for choosing its nodes. */
export function useLatestReading(pointId: number, enabled = true) {
  const known = useKnown();
  return useQuery({
    enabled,
    queryKey: [...pointKeys.all(pointId), 'latest-reading', known],
    queryFn: async ({ signal }) => {
      const time = await newestTime(pointId, known, signal);
      return time > 0 ? readingAt(pointId, time, known, signal) : null;
    },
    placeholderData: keepPreviousData,
  });
}

/** The newest observed values of a point whose fields have no changes. */
export function useNewestObserved({ id, time }: Pick<PointState, 'id' | 'time'>) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(id), 'newest-observed', time, known],
    queryFn: async ({ signal }) => {
      const at = known === null ? (time ?? 0) : await newestTime(id, known, signal);
      return at > 0 ? readingAt(id, at, known, signal, ['observed']) : null;
    },
    enabled: time !== null,
    placeholderData: keepPreviousData,
  });
}

interface PageParams {
  pointId: number;
  fields: readonly string[];
  nodes: readonly number[];
  valueTypes: readonly (ValueType | 'raw')[];
  /** Of accumulated changes; null: the initial value. */
  base: number | null;
  /** Arrays: sums along them as the part of each segment. */
  segment: boolean;
  range: Range;
  page: number;
  pageSize: number;
  every: number;
}

export function useReadingPage({ every, ...params }: PageParams) {
  const say = useLabel();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(params.pointId), 'page', params, known, say],
    queryFn: async ({ signal }): Promise<ReadingPage> => {
      const table = await data(
        client.POST('/api/monitor/pagination', {
          body: {
            measuringPointId: params.pointId,
            fields: [...params.fields],
            nodes: [...params.nodes],
            valueTypes: [...params.valueTypes],
            base: params.base ?? 0,
            ...accumulateMode(params.segment),
            includeAbnormal: true,
            ...askedSpan(params.range, known),
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
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

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
            start: Math.max(1, end - reachOf(point.interval)),
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

/** The last change of a point's main value, and the reading it is compared with; null before the second reading. */
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
            start: Math.max(1, end - reachOf(point.interval)),
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

/** Withdraws single readings of a point. */
export function useWithdraw(pointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ times, note }: { times: number[]; note: string }) =>
      data(client.POST('/api/monitor/delete', { body: { measuringPointId: pointId, times, note } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pointKeys.all(pointId) }),
  });
}
