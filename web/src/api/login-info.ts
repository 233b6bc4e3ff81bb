import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';

/** The look of the sign-in page, for the corporation given by `?prefix=` or by the host name. */
export function loginInfoQuery() {
  const prefix = new URLSearchParams(window.location.search).get('prefix') ?? '';
  return queryOptions({
    queryKey: ['login-info', prefix],
    queryFn: ({ signal }) =>
      data(client.GET('/api/common/login-info', { params: { query: prefix ? { prefix } : {} }, signal })),
    staleTime: 4 * 60_000, // its pictures are good for five minutes
  });
}
