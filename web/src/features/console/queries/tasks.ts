import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type Task = components['schemas']['Task'];

/** Whose tasks: all of a project's points, or one point's. */
export type TasksOf = { projectId: number } | { structureId: number; measuringPointId: number };

const lookAgain = 5_000;

/** Background tasks of points; refetched while any is open. */
export function useTasks(of: TasksOf) {
  return useQuery({
    queryKey: ['tasks', of],
    queryFn: ({ signal }) =>
      'projectId' in of
        ? data(client.GET('/api/projects/{projectId}/task-list', { params: { path: of }, signal }))
        : data(
            client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/task-list', {
              params: { path: of },
              signal,
            }),
          ),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.list.some(isOpen) ? lookAgain : false),
  });
}

export function isOpen(task: Task): boolean {
  return task.state === 'waiting' || task.state === 'running' || task.state === 'ailing';
}

export function useCancelTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => data(client.POST('/api/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
}

/** Computes the results of a point or of all points of a project again. */
export function useRecompute(of: TasksOf) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      'projectId' in of
        ? data(client.POST('/api/projects/{projectId}/recompute', { params: { path: of }, body: {} }))
        : data(
            client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/recompute', {
              params: { path: of },
              body: {},
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
}
