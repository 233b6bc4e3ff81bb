import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { digestOf, subscribe, unsubscribe } from './model/push';

type Schemas = components['schemas'];
export type PushBrowser = Schemas['PushBrowser'];
export type PushTest = Schemas['PushTest'];

const browsers = ['push-browsers'];
const own = ['push-browser-here'];

/** The browsers of the account, and what this one needs to subscribe. */
export function browsersQuery() {
  return queryOptions({
    queryKey: browsers,
    queryFn: ({ signal }) => data(client.GET('/api/push-browsers', { signal })),
  });
}

/** The digest of the subscription of this browser; empty: it has none. */
export function ownQuery() {
  return queryOptions({ queryKey: own, queryFn: digestOf });
}

function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: browsers }), queries.invalidateQueries({ queryKey: own })]);
}

/** Subscribes this browser with the public key of the installation. */
export function useSubscribe() {
  const changed = useChanged();
  return useMutation({
    mutationFn: async (publicKey: string) =>
      data(client.POST('/api/push-browsers', { body: await subscribe(publicKey) })),
    onSettled: changed,
    meta: { quiet: true },
  });
}

const path = (pushBrowserId: number) => ({ params: { path: { pushBrowserId } } });

export function useSwitchBrowser() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, enable }: { id: number; enable: boolean }) =>
      data(client.PATCH('/api/push-browsers/{pushBrowserId}', { ...path(id), body: { enable } })),
    onSettled: changed,
  });
}

/** Removes a browser; this one also ends its subscription. */
export function useRemoveBrowser() {
  const changed = useChanged();
  return useMutation({
    mutationFn: async ({ id, here }: { id: number; here: boolean }) => {
      await data(client.DELETE('/api/push-browsers/{pushBrowserId}', path(id)));
      if (here) await unsubscribe();
    },
    onSettled: changed,
  });
}

export function useTestBrowser() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (id: number) => data(client.POST('/api/push-browsers/{pushBrowserId}/test', path(id))),
    onSettled: changed,
  });
}
