import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** The footer if the server does not send its version (specification section 8). */
const fallback = 'v1.0';

export function useVersion(): string {
  const { data: answer } = useQuery({
    queryKey: ['version'],
    queryFn: () => data(client.GET('/api/common/version')),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return answer?.version || fallback;
}
