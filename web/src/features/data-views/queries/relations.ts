import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { type AnalysisState, countWithin, type Readings } from '../model/analysis';
import { askedSpan, useKnown } from '../model/known';
import { type Compared, creepWithin, fewestRelated, pairBody, scatterBody } from '../model/relations';
import { readingsBody } from './analysis';
import type { Analyzed } from './analyzed';
import { pointKeys } from './keys';

export type Relation = components['schemas']['Relation'];
export type Difference = components['schemas']['Difference'];
export type Movement = components['schemas']['Movement'];

interface Params {
  pointId: number;
  analyzed: Pick<Analyzed, 'readings' | 'answer' | 'series'>;
  state: AnalysisState;
  /** Seconds between renewals; 0: none. */
  every: number;
}

type Asked = ReturnType<typeof readingsBody> & { start: number; end: number; knownAt: number };

/** Asks once there are enough readings. A refusal is not retried: it would be repeated. `more` null: nothing is asked. */
function useAsked<More extends object, Answer>(
  name: string,
  { pointId, analyzed: { readings, answer, series }, state: { range }, every }: Params,
  more: More | null,
  call: (body: Asked, more: More, signal: AbortSignal) => Promise<Answer>,
) {
  const known = useKnown();
  const enough = countWithin(series?.samples ?? [], null) >= fewestRelated;
  const asks = readings !== null && more !== null && enough;
  const ask = async (of: Readings, chosen: More, signal: AbortSignal) =>
    call({ ...readingsBody(pointId, of), ...askedSpan(range, known) }, chosen, signal);
  const query = useQuery({
    queryKey: [...pointKeys.all(pointId), name, readings, more, range, known],
    queryFn: ({ signal }) => (readings && more ? ask(readings, more, signal) : null),
    enabled: asks,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  return {
    /** Null while it loads, and where nothing can be computed. */
    found: asks && !query.error ? (query.data ?? null) : null,
    isFetching: query.isFetching,
    error: asks ? query.error : null,
    /** The number of readings that are needed and not there; null: they are there. */
    tooFew: answer !== undefined && more !== null && !enough ? fewestRelated : null,
  };
}

export type Fitting = Omit<ReturnType<typeof useAsked>, 'found'>;

/** Relates the readings to other ones; null: to none. */
export function useRelation(params: Params, other: Compared | null) {
  const more = other && scatterBody(other, params.state);
  return useAsked('relation', params, more, (asked, chosen, signal) =>
    data(client.POST('/api/monitor/relation', { body: { ...asked, ...chosen }, signal })),
  );
}

/** Subtracts other readings; null: none. */
export function useDifference(params: Params, other: Compared | null) {
  const { state } = params;
  const more = other && { ...pairBody(other, state), distance: state.distance ?? 0 };
  return useAsked('difference', params, more, (asked, chosen, signal) =>
    data(client.POST('/api/monitor/difference', { body: { ...asked, ...chosen }, signal })),
  );
}

/** Computes how the readings move, if it is asked for. */
export function useMovement(params: Params, asks: boolean) {
  const { over, creep } = params.state;
  return useAsked('movement', params, asks ? { over, creep } : null, (asked, chosen, signal) => {
    const span = creepWithin(chosen.creep, asked.start, asked.end);
    const times = span ? { creepFrom: Math.round(span[0]), creepTo: Math.round(span[1]) } : {};
    return data(client.POST('/api/monitor/movement', { body: { ...asked, window: chosen.over, ...times }, signal }));
  });
}
