import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type GradedResponse = components['schemas']['GradedResponse'];

const key = (alertId: number) => [...keys.alerts, 'graded-response', alertId] as const;

/** The plan, the response clocks and the actions of a graded warning. */
export function useGradedResponse(alertId: number) {
  return useQuery({
    queryKey: key(alertId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/alerts/{alertId}/graded-response', { params: { path: { alertId } }, signal })),
  });
}

/** The contingency plan of the project of a warning. */
export function useContingencyPlan(projectId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.project(projectId), 'contingency-plan'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/contingency-plan', { params: { path: { projectId } }, signal })),
    enabled,
    staleTime: 60_000, // its links open for five minutes
  });
}

export function useAcknowledge(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(client.POST('/api/alerts/{alertId}/graded-response/acknowledgement', { params: { path: { alertId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.alerts }),
  });
}

export function useAct(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; pictures: string[] }) =>
      data(client.POST('/api/alerts/{alertId}/graded-response/actions', { params: { path: { alertId } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(alertId) }),
  });
}
