import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';

/** The disk of the server and how far storing is behind receiving. */
export function storageQuery() {
  return queryOptions({
    queryKey: ['system', 'storage'],
    queryFn: ({ signal }) => data(client.GET('/api/system/storage', { signal })),
    refetchInterval: 60_000,
  });
}
