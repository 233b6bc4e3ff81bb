import { useMutation, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { rulesKey } from './queries';
import { useChange } from './use-change';

export type Webhook = components['schemas']['AlertWebhook'];
export type WebhookFields = components['schemas']['AlertWebhookFields'];
export type WebhookTest = components['schemas']['AlertWebhookTest'];

export const kinds: readonly Webhook['kind'][] = ['wecom', 'dingtalk', 'feishu', 'webhook', 'phone'];

export function useWebhooks(projectId: number) {
  return useQuery({
    queryKey: [...rulesKey(projectId), 'webhooks'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-webhooks', { params: { path: { projectId } }, signal })),
    select: ({ list }) => ({ list, total: list.length }),
  });
}

/** What the form sends. Without a new address, address and secret stay as they are. */
export interface WebhookChange extends Omit<WebhookFields, 'url' | 'secret'> {
  url?: string;
  secret?: string;
}

/** Creates a webhook, or changes one. */
export function useSaveWebhook(projectId: number, alertWebhookId: number) {
  return useChange(rulesKey(projectId), (body: WebhookChange) =>
    alertWebhookId === 0
      ? data(
          client.POST('/api/projects/{projectId}/alert-webhooks', {
            params: { path: { projectId } },
            body: { ...body, url: body.url ?? '' },
          }),
        )
      : data(
          client.PATCH('/api/projects/{projectId}/alert-webhooks/{alertWebhookId}', {
            params: { path: { projectId, alertWebhookId } },
            body,
          }),
        ),
  );
}

export function useRemoveWebhook(projectId: number) {
  return useChange(rulesKey(projectId), (alertWebhookId: number) =>
    data(
      client.DELETE('/api/projects/{projectId}/alert-webhooks/{alertWebhookId}', {
        params: { path: { projectId, alertWebhookId } },
      }),
    ),
  );
}

/** Sends a test message, and returns what the other side answered. */
export function useTestWebhook(projectId: number) {
  return useMutation({
    mutationFn: (alertWebhookId: number) =>
      data(
        client.POST('/api/projects/{projectId}/alert-webhooks/{alertWebhookId}/test', {
          params: { path: { projectId, alertWebhookId } },
        }),
      ),
  });
}
