import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useChange } from './use-change';

export type DutyRoster = components['schemas']['DutyRoster'];
export type DutySpan = components['schemas']['DutySpan'];
export type DutySwap = components['schemas']['DutySwap'];
type DutyFields = components['schemas']['DutyFields'];
type DutySwapFields = components['schemas']['DutySwapFields'];

const dutyKey = (projectId: number) => [...keys.project(projectId), 'duty'] as const;

/** The duty roster of a project, with who is on duty now. */
export function useDuty(projectId: number) {
  return useQuery({
    queryKey: dutyKey(projectId),
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/duty', { params: { path: { projectId } }, signal })),
    refetchInterval: 60_000,
  });
}

export function useSaveDuty(projectId: number) {
  return useChange(dutyKey(projectId), (body: DutyFields) =>
    data(client.PUT('/api/projects/{projectId}/duty', { params: { path: { projectId } }, body })),
  );
}

export function useAddSwap(projectId: number) {
  return useChange(dutyKey(projectId), (body: DutySwapFields) =>
    data(client.POST('/api/projects/{projectId}/duty/swaps', { params: { path: { projectId } }, body })),
  );
}

export function useWithdrawSwap(projectId: number) {
  return useChange(dutyKey(projectId), (swapId: number) =>
    data(client.DELETE('/api/projects/{projectId}/duty/swaps/{swapId}', { params: { path: { projectId, swapId } } })),
  );
}
