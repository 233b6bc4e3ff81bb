import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, data } from '@/api/client';
import { askedSpan, useKnown } from '../model/known';
import { levelLine } from '../model/level-line';
import type { Range } from '../model/range';
import { allPoints } from '../model/tree';
import type { PointState, ValueType } from '../model/types';
import { pointKeys } from './keys';
import { useTree } from './project';

interface LineParams {
  point: PointState;
  valueType: ValueType;
  base: number | null;
  range: Range;
  /** Only these readings. */
  times?: readonly number[];
  page?: number;
  pageSize?: number;
  order?: 'asc' | 'desc';
}

/** Readings in one response at most: all of a year at 30 min. */
export const allReadings = 20_000;

function askLine(
  { point, valueType, base, range, times, ...page }: LineParams,
  known: number | null,
  signal?: AbortSignal,
) {
  const body = {
    measuringPointId: point.id,
    valueType: valueType as 'accumulated',
    base: base ?? 0,
    ...askedSpan(range, known),
    ...(times ? { times: [...times] } : {}),
    ...page,
  };
  return data(client.POST('/api/monitor/level-line', { body, ...(signal ? { signal } : {}) }));
}

/** The readings of the hydrostatic line of a point, with the names of its vessels. */
export function useLevelLine({ every, enabled = true, ...params }: LineParams & { every: number; enabled?: boolean }) {
  const { point, ...asked } = params;
  const known = useKnown();
  const tree = useTree(point.projectId).data;
  const query = useQuery({
    queryKey: [...pointKeys.all(point.id), 'level-line', asked, known],
    queryFn: ({ signal }) => askLine(params, known, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  const points = useMemo(() => [...allPoints(tree ?? [])], [tree]);
  const line = useMemo(() => (query.data ? levelLine(query.data, points) : undefined), [query.data, points]);
  return { query, line };
}

/** Fetches every reading of a range, for a file. */
export function useWholeLine() {
  const known = useKnown();
  return useMutation({
    mutationFn: (params: LineParams) => askLine({ ...params, page: 1, pageSize: allReadings, order: 'asc' }, known),
  });
}
