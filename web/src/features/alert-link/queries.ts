import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type AlertLink = components['schemas']['AlertLink'];
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

/** Sends a recipient's answer, and shows the alert with it. */
export function useAnswer(token: string, language: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: LinkAnswer) =>
      data(client.POST('/api/alert-links/{token}/answers', { params: { path: { token } }, body: { answer } })),
    onSuccess: (shown) => queryClient.setQueryData(keyOf(token, language), shown),
  });
}
