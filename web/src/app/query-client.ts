import { MutationCache, type Query, QueryClient } from '@tanstack/react-query';
import { ApiError, describeError, isAbort, tokenExpired } from '@/api/errors';
import { keys } from '@/api/keys';
import type { Topic } from '@/entities/live/live-stream';
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

const changes = ({ options }: Query) => (options as { staleTime?: unknown }).staleTime !== Number.POSITIVE_INFINITY;

/** Refetches everything shown except what never changes. */
export function renewShown(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: changes }, { cancelRefetch: false });
}

/** The first parts of the keys of what readings change; an alert may change everything. */
const ofReadings: readonly unknown[] = ['overview', 'point-data', keys.stats[0]];

/**
 * Marks what is kept but not shown as out of date when something has happened. Pages hear of events only while they are
 * shown, and would show the old state again when somebody comes back to them.
 */
export function forgetKept(queryClient: QueryClient, topic: Topic): void {
  const predicate = (query: Query) => (topic === 'live' ? ofReadings.includes(query.queryKey[0]) : changes(query));
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate });
}
