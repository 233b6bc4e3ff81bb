import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type AlertLink = components['schemas']['AlertLink'];
export type AlertDecision = components['schemas']['AlertDecision'];
export type LinkAnswer = components['schemas']['AlertLinkReply']['answer'];

const keyOf = (token: string, language: string) => [...keys.alerts, 'link', token, language];
const again = 30_000;

/** The alert of a link in a message, and what recipients have answered; it is read again every 30 s. */
export function useAlertLink(token: string, language: string) {
  return useQuery({
    queryKey: keyOf(token, language),
    queryFn: ({ signal }) => data(client.GET('/api/alert-links/{token}', { params: { path: { token } }, signal })),
    refetchInterval: ({ state }) => (state.error ? false : again),
    retry: false,
  });
}

/** Requests the code that a decision needs; returns the seconds until another may be requested. */
export function useDecisionCode(token: string) {
  return useMutation({
    mutationFn: async () =>
      (await data(client.POST('/api/alert-links/{token}/codes', { params: { path: { token } } }))).resendAfter,
  });
}

/** Decides on the alert, and shows it as it is then. */
export function useDecide(token: string, language: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertDecision) =>
      data(client.POST('/api/alert-links/{token}/decisions', { params: { path: { token } }, body })),
    onSuccess: (shown) => queryClient.setQueryData(keyOf(token, language), shown),
  });
}

/** Sends a recipient's answer, and shows the alert with it. */
export function useAnswer(token: string, language: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: LinkAnswer) =>
      data(client.POST('/api/alert-links/{token}/answers', { params: { path: { token } }, body: { answer } })),
    onSuccess: (shown) => queryClient.setQueryData(keyOf(token, language), shown),
  });
}
