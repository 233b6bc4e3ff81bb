import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { fieldKey } from '@/entities/field-action/queries';

export type FieldRule = components['schemas']['FieldRule'];
export type FieldRuleFields = components['schemas']['FieldRuleFields'];
type FieldTest = components['schemas']['FieldTest'];

/** The field rules of a project, at most the 50 that it can have. */
export function useFieldRules(projectId: number) {
  return useQuery({
    queryKey: [...fieldKey(projectId), 'rules'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/field-rules', { params: { path: { projectId } }, signal })),
  });
}

/** A change after which rules and actions are read again. */
function useChange<In, Out>(projectId: number, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: fieldKey(projectId) }),
  });
}

/** Creates a rule, or replaces the one with an id. */
export function useSaveRule(projectId: number) {
  return useChange(projectId, ({ id, body }: { id: number; body: FieldRuleFields }) =>
    id === 0
      ? data(client.POST('/api/projects/{projectId}/field-rules', { params: { path: { projectId } }, body }))
      : data(
          client.PUT('/api/projects/{projectId}/field-rules/{fieldRuleId}', {
            params: { path: { projectId, fieldRuleId: id } },
            body,
          }),
        ),
  );
}

export function useRemoveRule(projectId: number) {
  return useChange(projectId, (fieldRuleId: number) =>
    data(
      client.DELETE('/api/projects/{projectId}/field-rules/{fieldRuleId}', {
        params: { path: { projectId, fieldRuleId } },
      }),
    ),
  );
}

/** Switches a device of a rule now; resolves with the actions that were written for it. */
export function useTestRule(projectId: number, fieldRuleId: number) {
  return useChange(projectId, (body: FieldTest) =>
    data(
      client.POST('/api/projects/{projectId}/field-rules/{fieldRuleId}/test', {
        params: { path: { projectId, fieldRuleId } },
        body,
      }),
    ),
  );
}
