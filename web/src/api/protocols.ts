import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';

/** The protocols that devices speak, with presets; they change only with the program. */
export const protocolsQuery = queryOptions({
  queryKey: ['device-protocols'],
  queryFn: async ({ signal }) => (await data(client.GET('/api/device-protocols', { signal }))).list,
  staleTime: Number.POSITIVE_INFINITY,
});
