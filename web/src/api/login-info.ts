import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';

/** How the sign-in page looks: of the corporation that `?prefix=` or the host names. */
export function loginInfoQuery() {
  const prefix = new URLSearchParams(window.location.search).get('prefix') ?? '';
  return queryOptions({
    queryKey: ['login-info', prefix],
    queryFn: ({ signal }) =>
      data(client.GET('/api/common/login-info', { params: { query: prefix ? { prefix } : {} }, signal })),
    staleTime: 4 * 60_000, // its pictures are good for five minutes
  });
}
