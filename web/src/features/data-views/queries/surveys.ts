import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, data } from '@/api/client';
import { askedSpan, useKnown } from '../model/known';
import type { Range } from '../model/range';
import { type Survey, surveyTimes } from '../model/surveys';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { pointKeys } from './keys';

interface Params {
  pointId: number;
  range: Range;
  /** Changes are relative to this survey; null: to the initial value. */
  base: number | null;
  every: number;
}

/** The surveys of a casing in a range, oldest first, with every station. */
export function useSurveys({ pointId, range, base, every }: Params) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'surveys', range, base, known],
    queryFn: async ({ signal }) => {
      const body = { measuringPointId: pointId, base: base ?? 0, ...askedSpan(range, known) };
      return (await data(client.POST('/api/monitor/rdm', { body, signal }))).list;
    },
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

const noSurveys: Survey[] = [];

/** useComparedSurveys reads the surveys in range, and chooses those that a view compares. */
export function useComparedSurveys(point: PointState, state: ViewState, every: number) {
  const query = useSurveys({ pointId: point.id, range: state.range, base: state.base, every });
  const list = query.data ?? noSurveys;
  const { times: chosen, at, base } = state;
  const found = useMemo(() => surveyTimes(list, { times: chosen, at, base }), [list, chosen, at, base]);
  return { query, ...found };
}
