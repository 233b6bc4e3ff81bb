import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { followLink } from '@/ui/download';
import { seriesAnswer } from '../model/adapt';
import { askedSpan, useKnown } from '../model/known';
import type { Range } from '../model/range';
import type { TableFormat } from '../model/table';
import type { SeriesAnswer, ValueType } from '../model/types';
import { pointKeys } from './keys';

interface SeriesParams {
  pointId: number;
  fields: readonly string[];
  nodes: readonly number[];
  valueType: ValueType | 'raw';
  base: number | null;
  includeAbnormal: boolean;
  interval: number;
  /** Arrays: sums along them as the part of each segment. */
  segment?: boolean;
  /** Per series; by default the usual number of the server. */
  maxPoints?: number;
}

/** accumulateMode asks for the parts of segments instead of sums along an array. */
export const accumulateMode = (segment = false) => (segment ? { accumulateMode: 'segment' as const } : {});

function queryBody(params: SeriesParams, range: Range, known: number | null) {
  return {
    measuringPointId: params.pointId,
    fields: [...params.fields],
    nodes: [...params.nodes],
    valueType: params.valueType,
    base: params.base ?? 0,
    includeAbnormal: params.includeAbnormal,
    maxPoints: params.maxPoints ?? 0,
    ...accumulateMode(params.segment),
    ...askedSpan(range, known),
  };
}

/** Curves of a point. Shown data stays while it is refetched. */
export function useSeries({
  range,
  every,
  enabled = true,
  ...params
}: SeriesParams & { range: Range; every: number; enabled?: boolean }) {
  const say = useLabel();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(params.pointId), 'series', params, range, known, say],
    queryFn: async ({ signal }): Promise<SeriesAnswer> =>
      seriesAnswer(
        await data(client.POST('/api/monitor/query', { body: queryBody(params, range, known), signal })),
        say,
      ),
    enabled: enabled && params.fields.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

interface FileParams extends SeriesParams {
  format: TableFormat;
  range: Range;
  valueTypes?: (ValueType | 'raw')[];
}

/** Saves every reading of a range as a file: the browser writes the file as it arrives, however long that takes. */
export function useReadingsFile() {
  const known = useKnown();
  return useMutation({
    mutationFn: async ({ range, valueTypes, format, ...params }: FileParams) => {
      const body = { ...queryBody(params, range, known), valueTypes: valueTypes ?? [params.valueType], format };
      followLink((await data(client.POST('/api/monitor/export-link', { body }))).path);
    },
  });
}
