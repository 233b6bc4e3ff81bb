import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import {
  type AnalysisState,
  type CurveName,
  countWithin,
  fewest,
  fitWithin,
  type Readings,
  untilOf,
  type Way,
} from '../model/analysis';
import { askedSpan, useKnown } from '../model/known';
import type { Analyzed } from './analyzed';
import { pointKeys } from './keys';

export type Prediction = components['schemas']['Prediction'];
export type FailureEstimate = components['schemas']['Failure'];

/** readingsBody names the readings of a call of analysis. */
export function readingsBody(pointId: number, { field, node, valueType, base }: Readings) {
  return { measuringPointId: pointId, field: field.name, node, valueType, base: base ?? 0 };
}

/** A fitted curve with the times of its request. */
export interface Predicted {
  prediction: Prediction;
  start: number;
  end: number;
  /** The extrapolation is shorter than what was asked for. */
  shortened: boolean;
}

interface Params {
  pointId: number;
  analyzed: Pick<Analyzed, 'readings' | 'answer' | 'series'>;
  curve: CurveName | 'inverseVelocity';
  state: Pick<AnalysisState, 'range' | 'fit' | 'ahead' | 'average'>;
  /** Seconds between renewals; 0: none. */
  every: number;
}

/** Fits a curve to readings, if there are enough. A refusal is not retried: the same readings would be refused again. */
export function usePrediction({ pointId, analyzed, curve, state: { range, fit, ahead, average }, every }: Params) {
  const { readings, answer, series } = analyzed;
  const failing = curve === 'inverseVelocity';
  const least = failing ? fewest.inverseVelocity : fewest.curve;
  const enough =
    answer !== undefined && countWithin(series?.samples ?? [], fitWithin(fit, answer.start, answer.end)) >= least;
  const known = useKnown();
  const query = useQuery({
    queryKey: [...pointKeys.all(pointId), 'prediction', readings, curve, range, fit, failing ? average : ahead, known],
    queryFn: async ({ signal }): Promise<Predicted | null> => {
      if (!readings) return null;
      const { start, end, knownAt } = askedSpan(range, known);
      const part = fitWithin(fit, start, end);
      const { until, shortened } = untilOf(failing ? null : ahead, part ?? [start, end], end);
      const body = {
        ...readingsBody(pointId, readings),
        ...{ start, end, curve, knownAt },
        ...(part ? { fitFrom: Math.round(part[0]), fitTo: Math.round(part[1]) } : {}),
        ...(failing ? { average } : { until }),
      };
      const prediction = await data(client.POST('/api/monitor/predict', { body, signal }));
      return { prediction, start, end, shortened };
    },
    enabled: readings !== null && enough,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  return {
    /** Null while it loads, and where nothing can be fitted. */
    predicted: enough && !query.error ? (query.data ?? null) : null,
    isFetching: query.isFetching,
    error: enough ? query.error : null,
    /** The number of readings that a fit needs and the part does not have; null: it has them. */
    tooFew: answer !== undefined && !enough ? least : null,
  };
}

export type Processed = components['schemas']['Processed'];

interface DealParams {
  pointId: number;
  readings: Readings | null;
  state: Pick<AnalysisState, 'range' | 'way' | 'size' | 'ratio' | 'deviations' | 'step'>;
  every: number;
}

/** Processes readings; the readings themselves stay as they are. */
export function useProcessed({ pointId, readings, state, every }: DealParams) {
  const { range, way, size, ratio, deviations, step } = state;
  const parameters = {
    ...(way === 'median' || way === 'mean' || way === 'hampel' ? { window: size } : {}),
    ...(way === 'kalman' ? { ratio } : {}),
    ...(way === 'hampel' ? { deviations } : {}),
    ...(way === 'interpolate' && step ? { step: step * 1000 } : {}),
  };
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'processed', readings, way, parameters, range, known],
    queryFn: async ({ signal }): Promise<(Processed & { way: Way }) | null> => {
      if (!readings) return null;
      const { start, end, knownAt } = askedSpan(range, known);
      const body = { ...readingsBody(pointId, readings), start, end, knownAt, method: way, ...parameters };
      return { ...(await data(client.POST('/api/monitor/deal', { body, signal }))), way };
    },
    enabled: readings !== null,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

/** Flags readings as suspect by corrections, which can be revoked. */
export function useSuspect(pointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ times, readings, note }: { times: number[]; readings: Readings; note: string }) => {
      const { field, node } = readings;
      const body = { measuringPointId: pointId, times, fields: [field.name], nodes: node ? [node] : [], note };
      return data(client.POST('/api/monitor/delete', { body: { ...body, kind: 'suspect' } }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pointKeys.all(pointId) }),
  });
}
