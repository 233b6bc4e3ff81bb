import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { BoardBody, SavedBoard } from '../model/board';

const list = '/api/projects/{projectId}/boards';
const one = `${list}/{boardId}` as const;
const keyOf = (projectId: number) => ['boards', projectId] as const;

/** The boards of a project in their order. */
export function useBoards(projectId: number) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: async ({ signal }) => (await data(client.GET(list, { params: { path: { projectId } }, signal }))).list,
  });
}

/** Saves a board: a new one without an id. */
export function useSaveBoard(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: BoardBody }) =>
      id === null
        ? data(client.POST(list, { params: { path: { projectId } }, body }))
        : data(client.PUT(one, { params: { path: { projectId, boardId: id } }, body })),
    onSuccess: (saved) => {
      queryClient.setQueryData<SavedBoard[]>(keyOf(projectId), (old = []) =>
        old.some(({ id }) => id === saved.id) ? old.map((b) => (b.id === saved.id ? saved : b)) : [...old, saved],
      );
    },
  });
}

export function useDeleteBoard(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (boardId: number) => data(client.DELETE(one, { params: { path: { projectId, boardId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

export function useSortBoards(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) =>
      data(client.POST(`${list}/sort`, { params: { path: { projectId } }, body: { ids } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}
