import { MutationCache, type Query, QueryClient } from '@tanstack/react-query';
import { ApiError, describeError, isAbort, tokenExpired } from '@/api/errors';
import { announce } from '@/ui/messages';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form or panel shows the failure itself. */
      quiet?: boolean;
    };
  }
}

/** Failed reads are shown by their panels; failed changes in a message, unless the form shows them itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network calls fail at once; waiting for one would send a change long after it was made.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !(error instanceof ApiError) && !isAbort(error) && failures < 2,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.quiet || isAbort(error)) return;
        if (error instanceof ApiError && error.code === tokenExpired) return;
        announce('error', describeError(error));
      },
    }),
  });
}

/** Refetches everything shown except what never changes. */
export function renewShown(queryClient: QueryClient): Promise<void> {
  const changes = ({ options }: Query) => (options as { staleTime?: unknown }).staleTime !== Number.POSITIVE_INFINITY;
  return queryClient.invalidateQueries({ predicate: changes }, { cancelRefetch: false });
}
