import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys as shared } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useSessionStore } from '@/entities/session/session-store';

type Schemas = components['schemas'];
export type Corporation = Schemas['Corporation'];
export type CorporationFields = Schemas['CorporationFields'];
export type CorporationSummary = Schemas['CorporationSummary'];
export type NewCorporation = Schemas['CorporationNewBody'];
export type Help = Schemas['Help'];
export type LicenseInfo = Schemas['LicenseInfo'];
export type SigningCertificate = Schemas['SigningCertificate'];
export type AlertHandling = Schemas['AlertHandlingLists'];

const keys = {
  all: ['corporations'] as const,
  one: (id: number) => ['corporations', id] as const,
  handling: (id: number) => ['corporations', id, 'handling'] as const,
  certificate: (id: number) => ['corporations', id, 'certificate'] as const,
  help: (id: number) => ['corporations', id, 'help'] as const,
  license: ['license'] as const,
};

interface Wanted {
  name: string;
  state: 'active' | 'disabled' | undefined;
  sort: string;
  page: number;
  pageSize: number;
}

/** The corporations of the platform, for its operators. */
export function corporationsQuery({ name, state, sort, page, pageSize }: Wanted) {
  return queryOptions({
    queryKey: [...keys.all, 'list', name, state, sort, page, pageSize],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations', {
          params: { query: { name, page, pageSize, ...(sort ? { sort } : {}), ...(state ? { state } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function corporationQuery(corporationId: number) {
  return queryOptions({
    queryKey: keys.one(corporationId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/corporations/{corporationId}', { params: { path: { corporationId } }, signal })),
  });
}

/** The causes and measures for processing alerts. */
export function handlingQuery(corporationId: number) {
  return queryOptions({
    queryKey: keys.handling(corporationId),
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/alert-handling', { params: { path: { corporationId } }, signal }),
      ),
  });
}

export function useSaveHandling(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['AlertHandlingFields']) =>
      data(
        client.PUT('/api/corporations/{corporationId}/alert-handling', { params: { path: { corporationId } }, body }),
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(keys.handling(corporationId), saved);
      void queryClient.invalidateQueries({ queryKey: shared.alertHandling });
    },
    meta: { quiet: true },
  });
}

/** Returns to the causes and measures of the product. */
export function useResetHandling(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(client.DELETE('/api/corporations/{corporationId}/alert-handling', { params: { path: { corporationId } } })),
    onSuccess: (usual) => {
      queryClient.setQueryData(keys.handling(corporationId), usual);
      void queryClient.invalidateQueries({ queryKey: shared.alertHandling });
    },
  });
}

/** The certificate that signs reports. */
export function certificateQuery(corporationId: number) {
  return queryOptions({
    queryKey: keys.certificate(corporationId),
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/signing-certificate', {
          params: { path: { corporationId } },
          signal,
        }),
      ),
  });
}

export function useSetCertificate(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['GivenCertificate']) =>
      data(
        client.PUT('/api/corporations/{corporationId}/signing-certificate', {
          params: { path: { corporationId } },
          body,
        }),
      ),
    onSuccess: (stored) => queryClient.setQueryData(keys.certificate(corporationId), stored),
    meta: { quiet: true },
  });
}

export function useRemoveCertificate(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(
        client.DELETE('/api/corporations/{corporationId}/signing-certificate', { params: { path: { corporationId } } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.certificate(corporationId) }),
  });
}

/** Visits of operators of the platform, the newest first. */
export function helpQuery(corporationId: number, page: number) {
  return queryOptions({
    queryKey: [...keys.help(corporationId), page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/help-sessions', {
          params: { path: { corporationId }, query: { page, pageSize: 10 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function licenseQuery() {
  return queryOptions({
    queryKey: keys.license,
    queryFn: ({ signal }) => data(client.GET('/api/license/info', { signal })),
  });
}

/** Saves a corporation and applies its brand at once. */
export function useSaveCorporation(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CorporationFields) =>
      data(client.PUT('/api/corporations/{corporationId}', { params: { path: { corporationId } }, body })),
    onSuccess: async (saved) => {
      queryClient.setQueryData(keys.one(corporationId), saved);
      await queryClient.invalidateQueries({ queryKey: [...keys.all, 'list'] });
      const { session, update } = useSessionStore.getState();
      if (session?.user.corporationId === corporationId) update(await data(client.GET('/api/sessions/current')));
    },
    meta: { quiet: true },
  });
}

export function useCreateCorporation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCorporation) => data(client.POST('/api/corporations', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { quiet: true },
  });
}

export function useDisableCorporation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, disabled }: { id: number; disabled: boolean }) =>
      data(
        client.PATCH('/api/corporations/{corporationId}/disable', {
          params: { path: { corporationId: id } },
          body: { disabled },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Opens a session inside a corporation and reloads the product with it. */
export function useEnterCorporation() {
  return useMutation({
    mutationFn: (id: number) =>
      data(client.POST('/api/corporations/{corporationId}/enter', { params: { path: { corporationId: id } } })),
    onSuccess: (inside) => {
      useSessionStore.getState().enterHelp(inside);
      window.location.assign('/dashboard'); // nothing of the platform's view stays in memory
    },
  });
}

export function useEndHelp(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number) =>
      data(
        client.DELETE('/api/corporations/{corporationId}/help-sessions/{sessionId}', {
          params: { path: { corporationId, sessionId } },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.help(corporationId) }),
  });
}

/** Enters a license code; the banner disappears if it is valid. */
export function useEnterLicense() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => data(client.PUT('/api/license', { body: { code } })),
    onSuccess: (info) => {
      queryClient.setQueryData(keys.license, info);
      useSessionStore.getState().update({ licenseState: info.state });
    },
    meta: { quiet: true },
  });
}
