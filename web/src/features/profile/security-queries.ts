import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useSessionStore } from '@/entities/session/session-store';

type Schemas = components['schemas'];
export type SessionEntry = Schemas['SessionEntry'];

const sessions = ['own-sessions'];
const factor = ['second-factor'];

export function sessionsQuery() {
  return queryOptions({ queryKey: sessions, queryFn: ({ signal }) => data(client.GET('/api/sessions', { signal })) });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number) =>
      data(client.DELETE('/api/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: sessions }),
  });
}

export function useEndOtherSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.POST('/api/sessions/revoke-others')),
    onSettled: () => queries.invalidateQueries({ queryKey: sessions }),
  });
}

/** The state of the account's second factor. */
export function factorQuery() {
  return queryOptions({
    queryKey: factor,
    queryFn: ({ signal }) => data(client.GET('/api/sessions/second-factor', { signal })),
  });
}

/** Refetches the state after a change. */
export function useFactorChanged() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: factor });
}

export function useDisableFactor() {
  return useMutation({
    mutationFn: (body: Schemas['FactorAgainBody']) =>
      data(client.POST('/api/sessions/second-factor/disable', { body })),
    meta: { quiet: true },
  });
}

export function useRenewCodes() {
  return useMutation({
    mutationFn: (body: Schemas['FactorAgainBody']) =>
      data(client.POST('/api/sessions/second-factor/recovery-codes', { body })),
    meta: { quiet: true },
  });
}

/** Sets the account's picture by the path of an upload; an empty path removes it. */
export function useSetAvatar() {
  return useMutation({
    mutationFn: (url: string) =>
      data(
        client.POST('/api/users/{userId}/avatar', {
          params: { path: { userId: useSessionStore.getState().session?.user.id ?? 0 } },
          body: { url },
        }),
      ),
    onSuccess: (user) => useSessionStore.getState().update({ user }),
  });
}
