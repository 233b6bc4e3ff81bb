import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { structuresQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type Project = Schemas['Project'];
export type ProjectFields = Schemas['ProjectFields'];
export type Structure = Schemas['Structure'];
export type StructureFields = Schemas['StructureFields'];

export function useStructures(projectId: number) {
  return useQuery(structuresQuery(projectId));
}

/** Renews everything that lists what stands in a project. */
export function useRenewProject(projectId: number) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.projects });
    void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.stats });
  };
}

export function useUpdateProject(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (body: ProjectFields) =>
      data(client.PUT('/api/projects/{projectId}', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useDeleteProject(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      data(
        client.POST('/api/projects/{projectId}/password-delete', {
          params: { path: { projectId } },
          body: { password },
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.projects });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
    },
  });
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

export function useDeleteStructure(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (structureId: number) =>
      data(
        client.DELETE('/api/projects/{projectId}/structures/{structureId}', {
          params: { path: { projectId, structureId }, query: { below: true } },
        }),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}
