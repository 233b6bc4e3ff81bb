import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type ApiKey = Schemas['APIKey'];
export type KeyForm = Schemas['KeyForm'];

/** The owner of the keys: a person, or a corporation with its people and services. */
export type KeyOwner = { userId: number } | { corporationId: number };

interface Filter {
  page: number;
  pageSize: number;
  name?: string | undefined;
}

export function keysQuery(owner: KeyOwner, query: Filter) {
  return queryOptions({
    queryKey: ['api-keys', owner, query],
    queryFn: ({ signal }) =>
      'userId' in owner
        ? data(client.GET('/api/users/{userId}/api-keys', { params: { path: owner, query }, signal }))
        : data(client.GET('/api/corporations/{corporationId}/api-keys', { params: { path: owner, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useCreateKey(owner: KeyOwner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: KeyForm) =>
      'userId' in owner
        ? data(client.POST('/api/users/{userId}/api-keys', { params: { path: owner }, body }))
        : data(client.POST('/api/corporations/{corporationId}/api-keys', { params: { path: owner }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
    meta: { quiet: true },
  });
}

export function useRevokeKey(owner: KeyOwner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: number) =>
      'userId' in owner
        ? data(client.DELETE('/api/users/{userId}/api-keys/{keyId}', { params: { path: { ...owner, keyId } } }))
        : data(
            client.DELETE('/api/corporations/{corporationId}/api-keys/{keyId}', {
              params: { path: { ...owner, keyId } },
            }),
          ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}
