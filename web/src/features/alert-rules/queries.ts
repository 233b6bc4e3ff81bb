import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useChange } from './use-change';

export type AlertRule = components['schemas']['AlertRule'];
export type RuleFields = components['schemas']['AlertRuleFields'];
export type Preview = components['schemas']['AlertRulePreview'];
export type AlertMessage = components['schemas']['AlertMessage'];

export const pageSize = 20;

/** All members that can be chosen. */
const mostMembers = 200;

export const rulesKey = (projectId: number) => [...keys.project(projectId), 'alert-rules'] as const;

export function useRules(projectId: number) {
  return useQuery({
    queryKey: rulesKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-rules', { params: { path: { projectId } }, signal })),
    select: ({ list }) => ({ list, total: list.length }),
  });
}

export function useMembers(projectId: number) {
  return useQuery({
    queryKey: [...rulesKey(projectId), 'members'],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/projects/{projectId}/members', {
            params: { path: { projectId }, query: { pageSize: mostMembers } },
            signal,
          }),
        )
      ).list,
    staleTime: 60_000,
  });
}

/** What a rule would have sent over the last 30 days; null: the draft is not complete. */
export function usePreview(projectId: number, ruleId: number, draft: RuleFields | null) {
  return useQuery({
    queryKey: [...keys.alerts, 'rule-preview', projectId, ruleId, draft],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/projects/{projectId}/alert-rules/preview', {
          params: { path: { projectId } },
          body: { ...(draft as RuleFields), alertRuleId: ruleId },
          signal,
        }),
      ),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Whether mail and text messages are set up. */
export function useChannels(projectId: number) {
  return useQuery({
    queryKey: [...rulesKey(projectId), 'channels'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-channels', { params: { path: { projectId } }, signal })),
    staleTime: 60_000,
  });
}

/** Creates a rule, or changes one. */
export function useSave(projectId: number, ruleId: number) {
  return useChange(rulesKey(projectId), (body: RuleFields) =>
    ruleId === 0
      ? data(client.POST('/api/projects/{projectId}/alert-rules', { params: { path: { projectId } }, body }))
      : data(
          client.PATCH('/api/projects/{projectId}/alert-rules/{alertRuleId}', {
            params: { path: { projectId, alertRuleId: ruleId } },
            body,
          }),
        ),
  );
}

export function useRemove(projectId: number) {
  return useChange(rulesKey(projectId), (alertRuleId: number) =>
    data(
      client.DELETE('/api/projects/{projectId}/alert-rules/{alertRuleId}', {
        params: { path: { projectId, alertRuleId } },
      }),
    ),
  );
}

/** Messages about alerts of a project, newest first; they change while they are sent. */
export function useMessages(
  projectId: number,
  filter: { page: number; state: AlertMessage['state'] | ''; drills: 'only' | 'none' | ''; drillId: number },
) {
  const query = {
    page: filter.page,
    pageSize,
    state: filter.state || undefined,
    drills: filter.drills || undefined,
    drillId: filter.drillId || undefined,
  };
  return useQuery({
    queryKey: [...keys.alerts, 'messages', projectId, query],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-messages', { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}
