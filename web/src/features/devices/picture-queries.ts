import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys, deviceStateMs } from '@/api/devices';
import type { components } from '@/api/schema.gen';
import { useObjectURL } from '@/ui/use-object-url';

export type Picture = components['schemas']['Picture'];

export interface Where {
  corporationId: number;
  deviceId: number;
}

const here = '/api/corporations/{corporationId}/devices/{deviceId}/pictures' as const;
const atOnce = 12;

/** The pictures of a device, newest first, in pages. */
export function usePictures(where: Where) {
  return useInfiniteQuery({
    queryKey: [...deviceKeys.one(where.corporationId, where.deviceId), 'pictures'],
    queryFn: async ({ signal, pageParam }) =>
      (await data(client.GET(here, { params: { path: where, query: { before: pageParam, limit: atOnce } }, signal })))
        .list,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length === atOnce ? last[last.length - 1]?.time : undefined),
    refetchInterval: deviceStateMs,
  });
}

/** The address of a picture in this window. It never changes, so that it is fetched once. */
export function usePicture(where: Where, time: number) {
  const query = useQuery({
    queryKey: [...deviceKeys.one(where.corporationId, where.deviceId), 'picture', time],
    queryFn: async ({ signal }) =>
      (await data(
        client.GET(`${here}/{time}`, { params: { path: { ...where, time } }, parseAs: 'blob', signal }),
      )) as unknown as Blob,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectURL(query.data);
  return { data: url, isPending: query.isPending, isError: query.isError };
}
