import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** What signing up and proving an address can do on this installation, and whether codes can travel at the moment. */
export function useSignOptions() {
  return useQuery({
    queryKey: ['sign-options'],
    queryFn: () => data(client.GET('/api/sessions/options')),
    staleTime: 60_000, // the server looks for its mail server as often,
  });
}
