import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { structuresQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { useRenewProject } from '@/entities/project/make';

type Schemas = components['schemas'];
export type Project = Schemas['Project'];
export type ProjectFields = Schemas['ProjectFields'];
export type Structure = Schemas['Structure'];
export type StructureFields = Schemas['StructureFields'];

export function useStructures(projectId: number) {
  return useQuery(structuresQuery(projectId));
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
      // Not awaited: the page being left would refetch what was deleted.
      void queryClient.invalidateQueries({ queryKey: keys.projects, refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: keys.stats, refetchType: 'none' });
    },
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
