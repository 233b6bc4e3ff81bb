import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { seriesAnswer } from '../model/adapt';
import { askedSpan, useKnown } from '../model/known';
import type { Range } from '../model/range';
import type { ValueType } from '../model/types';
import { mostInAnswer, wholeSeries } from '../model/whole-series';
import { pointKeys } from './keys';

/** The readings of a track at most: a minute of loading on a slow line. */
const most = 100_000;

/** What is read of a point: fields by value type. */
export type Wanted = readonly (readonly [ValueType | 'raw', readonly string[]])[];

/** Every reading of a range, not reduced, by value type in the order wanted. Shown data stay while they are renewed. */
export function useWholeSeries(pointId: number, wanted: Wanted, range: Range, every: number) {
  const say = useLabel();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(pointId), 'whole', wanted, range, known, say],
    queryFn: async ({ signal }) => {
      const { start, end, knownAt } = askedSpan(range, known);
      const one = (valueType: ValueType | 'raw', fields: readonly string[], from: number) =>
        wholeSeries(
          async (begin, until) =>
            seriesAnswer(
              await data(
                client.POST('/api/monitor/query', {
                  body: {
                    ...{
                      measuringPointId: pointId,
                      fields: [...fields],
                      nodes: [],
                      valueType,
                      maxPoints: mostInAnswer,
                    },
                    ...{ start: begin, end: until, knownAt },
                  },
                  signal,
                }),
              ),
              say,
            ),
          from,
          end,
          most,
        );
      const [first, ...others] = wanted;
      if (!first) return [];
      const found = await one(...first, start);
      return [found, ...(await Promise.all(others.map((part) => one(...part, found.start))))];
    },
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}
