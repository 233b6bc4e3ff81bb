import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { type AnalysisState, countWithin, fitWithin, type Readings } from '../model/analysis';
import { fewestOf, fitEnd, type modelBody } from '../model/environment';
import { askedSpan, useKnown } from '../model/known';
import { readingsBody } from './analysis';
import type { Analyzed } from './analyzed';
import { pointKeys } from './keys';

export type Residual = components['schemas']['Residual'];
export type Model = ReturnType<typeof modelBody>;

/** A fitted model with the times of its request. */
export interface Explained {
  residual: Residual;
  end: number;
}

interface Params {
  pointId: number;
  analyzed: Pick<Analyzed, 'readings' | 'answer' | 'series'>;
  model: Model;
  state: Pick<AnalysisState, 'range' | 'fit' | 'held'>;
  /** Seconds between renewals; 0: none. */
  every: number;
  /** The points that may be causes are known. */
  ready: boolean;
}

/** The part of the readings that is fitted: without the last ones, which are held out. */
function fittedPart({ answer, series }: Params['analyzed'], { fit, held }: Params['state']): [number, number] | null {
  if (!answer || !series) return null;
  const [from, to] = fitWithin(fit, answer.start, answer.end) ?? [answer.start, answer.end];
  const times = series.samples.flatMap(([t]) => (t >= from && t <= to ? [t] : []));
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? null : [first, held > 0 ? fitEnd([first, last], held) : to];
}

/** Explains readings by their environment, if there are enough. A refusal is not retried: it would be repeated. */
export function useResidual({ pointId, analyzed, model, state, every, ready }: Params) {
  const { readings, answer, series } = analyzed;
  const part = fittedPart(analyzed, state);
  const least = fewestOf(model);
  const enough = part !== null && countWithin(series?.samples ?? [], part) >= least;
  const { range, fit, held } = state;
  const known = useKnown();
  const query = useQuery({
    queryKey: [...pointKeys.all(pointId), 'residual', readings, model, range, fit, held, part, known],
    queryFn: ({ signal }) => explain(pointId, readings, model, { range, known }, part, signal),
    enabled: ready && readings !== null && enough,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  return {
    /** Null while it loads, and where nothing can be fitted. */
    explained: enough && !query.error ? (query.data ?? null) : null,
    isFetching: query.isFetching,
    error: enough ? query.error : null,
    /** The number of readings that a fit needs and the part does not have; null: it has them. */
    tooFew: answer !== undefined && !enough ? least : null,
  };
}

async function explain(
  pointId: number,
  readings: Readings | null,
  model: Model,
  { range, known }: Pick<AnalysisState, 'range'> & { known: number | null },
  part: [number, number] | null,
  signal: AbortSignal,
): Promise<Explained | null> {
  if (!readings || !part) return null;
  const { start, end, knownAt } = askedSpan(range, known);
  const [fitFrom, fitTo] = [Math.max(start, part[0]), Math.min(end, part[1])].map(Math.round);
  const body = { ...readingsBody(pointId, readings), start, end, knownAt, fitFrom, fitTo, ...model };
  return { residual: await data(client.POST('/api/monitor/residual', { body, signal })), end };
}
