import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type AlertTexts = components['schemas']['AlertTexts'];
export type TextFields = components['schemas']['AlertTextFields'];
export type TextPreview = components['schemas']['AlertTextPreview'];
export type TextPictures = components['schemas']['AlertTextPictures'];
export type Event = 'raised' | 'escalated' | 'restored' | 'reopened';

export const fieldNames = [
  'subject',
  'opened',
  'restored',
  'sms',
  'smsRestored',
  'pushTitle',
  'push',
  'pushRestored',
] as const;
export type FieldName = (typeof fieldNames)[number];
export const events: readonly Event[] = ['raised', 'escalated', 'reopened', 'restored'];

const key = (corporationId: number) => ['alert-texts', corporationId] as const;

/** The texts of a corporation in all languages, with those of the product. */
export function textsQuery(corporationId: number) {
  return queryOptions({
    queryKey: key(corporationId),
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/alert-texts', { params: { path: { corporationId } }, signal }),
      ),
  });
}

export function useSaveTexts(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TextFields & { language: AlertTexts['language'] }) =>
      data(client.PUT('/api/corporations/{corporationId}/alert-texts', { params: { path: { corporationId } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(corporationId) }),
  });
}

/** The newest alerts, to see texts on. */
export function useExamples() {
  return useQuery({
    queryKey: ['alert-texts', 'examples'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/alerts', { params: { query: { type: 'all', pageSize: 20 } }, signal })),
    select: ({ list }) => list,
  });
}

export interface Draft extends TextFields {
  language: AlertTexts['language'];
  event: Event;
  /** 0: none. */
  alertId: number;
}

/** A message about an alert as it would be with a draft. */
export function useTextPreview(corporationId: number, draft: Draft) {
  return useQuery({
    queryKey: ['alert-texts', 'preview', corporationId, draft],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/corporations/{corporationId}/alert-texts/preview', {
          params: { path: { corporationId } },
          body: draft,
          signal,
        }),
      ),
    enabled: draft.alertId > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The curve and the plan of a mail about an alert; alert 0: none. */
export function useTextPictures(corporationId: number, query: Pick<Draft, 'language' | 'event' | 'alertId'>) {
  return useQuery({
    queryKey: ['alert-texts', 'pictures', corporationId, query],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/alert-texts/pictures', {
          params: { path: { corporationId }, query },
          signal,
        }),
      ),
    enabled: query.alertId > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
