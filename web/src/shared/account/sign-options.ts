import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** What signing up and proving an address can do on this installation; it changes with the server's configuration alone. */
export function useSignOptions() {
  return useQuery({
    queryKey: ['sign-options'],
    queryFn: () => data(client.GET('/api/sessions/options')),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
