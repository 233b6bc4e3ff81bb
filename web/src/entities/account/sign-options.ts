import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** The sign-up and verification options of this installation, and whether codes can be sent now. */
export function useSignOptions() {
  return useQuery({
    queryKey: ['sign-options'],
    queryFn: () => data(client.GET('/api/sessions/options')),
    staleTime: 60_000, // the server checks its mail server as often
  });
}
