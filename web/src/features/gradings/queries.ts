import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type Grading = components['schemas']['AlertGrading'];
export type GradingFields = components['schemas']['GradingFields'];
export type GradingLevel = components['schemas']['GradingLevel'];
export type Multi = components['schemas']['MultiAlertGrading'];
export type MultiFields = components['schemas']['MultiGradingFields'];
export type Warning = components['schemas']['GradedWarning'];
export type Plan = components['schemas']['EmergencyPlan'];
export type PlanFields = components['schemas']['EmergencyPlanFields'];
export type Contingency = components['schemas']['ContingencyPlan'];
export type ContingencyFields = components['schemas']['ContingencyPlanFields'];
export type ContingencyDocument = components['schemas']['ContingencyDocument'];

export const pageSize = 50;

const gradingsKey = (projectId: number) => [...keys.project(projectId), 'gradings'] as const;
const plansKey = (projectId: number) => [...keys.project(projectId), 'emergency-plans'] as const;
const contingencyKey = (projectId: number) => [...keys.project(projectId), 'contingency-plan'] as const;

/** A change after which everything below a key is read again. */
function useChange<In, Out>(queryKey: QueryKey, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries({ queryKey }) });
}

export function useGradings(projectId: number) {
  return useQuery({
    queryKey: [...gradingsKey(projectId), 'single'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-gradings', { params: { path: { projectId } }, signal })),
  });
}

export function useMultiGradings(projectId: number) {
  return useQuery({
    queryKey: [...gradingsKey(projectId), 'multi'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/mult-alert-gradings', { params: { path: { projectId } }, signal })),
  });
}

/** Creates a grading of one attribute, or changes one. */
export function useSaveGrading(projectId: number, gradingId: number) {
  return useChange(gradingsKey(projectId), (body: GradingFields) =>
    gradingId === 0
      ? data(client.POST('/api/projects/{projectId}/alert-gradings', { params: { path: { projectId } }, body }))
      : data(
          client.PUT('/api/projects/{projectId}/alert-gradings/{gradingId}', {
            params: { path: { projectId, gradingId } },
            body,
          }),
        ),
  );
}

/** Creates a grading of several attributes, or changes one. */
export function useSaveMulti(projectId: number, multiGradingId: number) {
  return useChange(gradingsKey(projectId), (body: MultiFields) =>
    multiGradingId === 0
      ? data(client.POST('/api/projects/{projectId}/mult-alert-gradings', { params: { path: { projectId } }, body }))
      : data(
          client.PUT('/api/projects/{projectId}/mult-alert-gradings/{multiGradingId}', {
            params: { path: { projectId, multiGradingId } },
            body,
          }),
        ),
  );
}

export function useRemoveGrading(projectId: number) {
  return useChange(gradingsKey(projectId), ({ id, multi }: { id: number; multi: boolean }) =>
    multi
      ? data(
          client.DELETE('/api/projects/{projectId}/mult-alert-gradings/{multiGradingId}', {
            params: { path: { projectId, multiGradingId: id } },
          }),
        )
      : data(
          client.DELETE('/api/projects/{projectId}/alert-gradings/{gradingId}', {
            params: { path: { projectId, gradingId: id } },
          }),
        ),
  );
}

/** Graded warnings with their response clocks. */
export function useWarnings(projectId: number, page: number, open: boolean) {
  return useQuery({
    queryKey: [...keys.alerts, 'graded', projectId, page, open],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/graded-warnings', {
          params: { path: { projectId }, query: { page, pageSize, open } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

export function usePlans(projectId: number) {
  return useQuery({
    queryKey: plansKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/emergency-plans', { params: { path: { projectId } }, signal })),
  });
}

export function useSavePlan(projectId: number, grade: number) {
  return useChange(plansKey(projectId), (body: PlanFields) =>
    data(
      client.PUT('/api/projects/{projectId}/emergency-plans/{grade}', { params: { path: { projectId, grade } }, body }),
    ),
  );
}

export function useRemovePlan(projectId: number) {
  return useChange(plansKey(projectId), (grade: number) =>
    data(
      client.DELETE('/api/projects/{projectId}/emergency-plans/{grade}', { params: { path: { projectId, grade } } }),
    ),
  );
}

export function useContingency(projectId: number) {
  return useQuery({
    queryKey: contingencyKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/contingency-plan', { params: { path: { projectId } }, signal })),
  });
}

export function useSaveContingency(projectId: number) {
  return useChange(contingencyKey(projectId), (body: ContingencyFields) =>
    data(client.PUT('/api/projects/{projectId}/contingency-plan', { params: { path: { projectId } }, body })),
  );
}

/** Uploads a document and returns the path that a form stores. */
export function useUploadDocument() {
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      const { url } = await data(
        client.POST('/api/upload/documents', { body: { file: '' }, bodySerializer: () => form }),
      );
      return url;
    },
    meta: { quiet: true },
  });
}

/** All members that can be chosen. */
export function useMembers(projectId: number) {
  return useQuery({
    queryKey: [...plansKey(projectId), 'members'],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/projects/{projectId}/members', {
            params: { path: { projectId }, query: { pageSize: 200 } },
            signal,
          }),
        )
      ).list,
    staleTime: 60_000,
  });
}
