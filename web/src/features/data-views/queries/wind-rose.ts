import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { knownAt, useKnown } from '../model/known';
import { pointKeys } from './keys';

/** The readings of a weather station by direction and speed of the wind, counted by the server. */
export function useWindRose(measuringPointId: number, { start, end }: { start: number; end: number }) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(measuringPointId), 'wind-rose', start, end, known],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/monitor/wind-rose', { body: { measuringPointId, start, end, ...knownAt(known) }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}
