import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type Member = components['schemas']['Member'];
type NewMember = components['schemas']['NewMember'];
type MemberFields = components['schemas']['MemberFields'];

export const membersPageSize = 20;

const key = (projectId: number) => [...keys.project(projectId), 'members'] as const;

export function useMembers(projectId: number, filter: { name: string; roleId: number; page: number; sort: string }) {
  const query = {
    page: filter.page,
    pageSize: membersPageSize,
    name: filter.name || undefined,
    roleId: filter.roleId || undefined,
    sort: filter.sort || undefined,
  };
  return useQuery({
    queryKey: [...key(projectId), 'list', query],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/members', { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The roles that the account may assign to members here. */
export function useAssignableRoles(projectId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...key(projectId), 'roles'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/assignable-roles', { params: { path: { projectId } }, signal })),
    enabled,
  });
}

/** Accounts of the corporation that can be added as members without their password. */
export function useCandidates(projectId: number, name: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key(projectId), 'candidates', name],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/member-candidates', {
          params: { path: { projectId }, query: { name: name || undefined, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

function useChange<In, Out>(projectId: number, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.project(projectId) }),
  });
}

export function useAddMember(projectId: number) {
  return useChange(projectId, (body: NewMember) =>
    data(client.POST('/api/projects/{projectId}/members', { params: { path: { projectId } }, body })),
  );
}

export function useUpdateMember(projectId: number, userId: number) {
  return useChange(projectId, (body: MemberFields) =>
    data(client.PUT('/api/projects/{projectId}/members/{userId}', { params: { path: { projectId, userId } }, body })),
  );
}

export function useRemoveMember(projectId: number) {
  return useChange(projectId, (userId: number) =>
    data(client.DELETE('/api/projects/{projectId}/members/{userId}', { params: { path: { projectId, userId } } })),
  );
}
