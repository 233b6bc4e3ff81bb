import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, data } from '@/api/client';
import { askedSpan, useKnown } from '../model/known';
import { type PipeSurvey, pipeTimes } from '../model/pipe';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { pointKeys } from './keys';

/** The surveys of a pipe in a range, oldest first, with every node. */
export function usePipeSurveys(point: PointState, { range, base }: Pick<ViewState, 'range' | 'base'>, every: number) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'pam', range, base, known],
    queryFn: async ({ signal }) => {
      const body = { measuringPointId: point.id, base: base ?? 0, ...askedSpan(range, known) };
      return (await data(client.POST('/api/monitor/pam', { body, signal }))).list;
    },
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

const noSurveys: PipeSurvey[] = [];

/** useComparedPipes reads the surveys in range, and chooses those that a view compares. */
export function useComparedPipes(point: PointState, state: ViewState, every: number) {
  const query = usePipeSurveys(point, state, every);
  const list = query.data ?? noSurveys;
  const { times: chosen, at } = state;
  return { query, list, ...useMemo(() => pipeTimes(list, { times: chosen, at }), [list, chosen, at]) };
}
