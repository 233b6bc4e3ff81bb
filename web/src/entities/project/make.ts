import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
type StructureFields = Schemas['StructureFields'];
type NewPoint = Schemas['NewPoint'];
type NewProject = Schemas['NewProject'];

/** Creates a project. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProject) => data(client.POST('/api/projects', { body })),
    meta: { quiet: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.projects });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
    },
  });
}

/** Refetches all lists of what a project contains. */
export function useRenewProject(projectId: number) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.projects });
    void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.stats });
  };
}

export function useSaveStructure(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: ({ id, ...body }: StructureFields & { id?: number }) =>
      id
        ? data(
            client.PUT('/api/projects/{projectId}/structures/{structureId}', {
              params: { path: { projectId, structureId: id } },
              body,
            }),
          )
        : data(client.POST('/api/projects/{projectId}/structures', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useCreatePoints(projectId: number, structureId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (points: NewPoint[]) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points', {
          params: { path: { structureId } },
          body: { points },
        }),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}
