import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { askedSpan, knownAt, useKnown } from '../model/known';
import type { Range } from '../model/range';
import type { ValueType } from '../model/types';
import { pointKeys } from './keys';

export type PointCharacteristics = components['schemas']['PointCharacteristics'];

interface Asked {
  points: readonly number[];
  fields: readonly string[];
  valueType: ValueType;
  /** Null: since the initial value of each point. */
  range: Range | null;
  every: number;
}

/** Characteristic values of points. Shown values stay while others are fetched. */
export function useCharacteristics({ points, fields, valueType, range, every }: Asked) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(points[0] ?? 0), 'characteristic', points, fields, valueType, range, known],
    queryFn: async ({ signal }) => {
      const asked = { measuringPointIds: [...points], fields: [...fields], valueType };
      const answer = range
        ? client.POST('/api/characteristic/cal-mp', { body: { ...asked, ...askedSpan(range, known) }, signal })
        : client.POST('/api/characteristic/cal-mp-from-init', { body: { ...asked, ...knownAt(known) }, signal });
      return (await data(answer)).list;
    },
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}
