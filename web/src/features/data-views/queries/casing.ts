import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { CasingSettings } from '../model/casing';
import { useKnown } from '../model/known';
import { pointKeys } from './keys';

export type CasingQuality = components['schemas']['CasingQuality'];

interface Params {
  pointId: number;
  /** The survey and the one that it is compared with; null: there is none. */
  time: number | null;
  base: number | null;
  settings: Pick<CasingSettings, 'errors' | 'stable'>;
  /** Seconds between renewals; 0: none. */
  every: number;
}

/** Estimates the systematic errors of a survey. A refusal is not retried: it would be repeated. */
export function useCasingQuality({ pointId, time, base, settings: { errors, stable }, every }: Params) {
  const known = useKnown();
  const query = useQuery({
    queryKey: [...pointKeys.all(pointId), 'casing', time, base, errors, stable, known],
    queryFn: ({ signal }) => {
      const body = { measuringPointId: pointId, time: time ?? 0, base: base ?? 0, terms: [...errors], stable };
      return data(client.POST('/api/monitor/rdm-quality', { body: { ...body, knownAt: known ?? 0 }, signal }));
    },
    enabled: time !== null && base !== null,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  return { ...query, quality: query.error ? null : (query.data ?? null) };
}
