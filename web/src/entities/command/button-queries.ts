import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type CommandButton = components['schemas']['CommandButton'];

const path = '/api/projects/{projectId}/command-buttons';
const keyOf = (projectId: number) => ['commands', 'buttons', projectId] as const;

/** The commands that a project keeps as buttons. */
export function useButtons(projectId: number) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => data(client.GET(path, { params: { path: { projectId } }, signal })),
  });
}

export function useSetButtons(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (list: CommandButton[]) => data(client.PUT(path, { params: { path: { projectId } }, body: { list } })),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}
