import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
import { queryOf, type UserView } from './model/view';

export type Account = components['schemas']['Account'];
export type Role = components['schemas']['Role'];
export type UserGroup = components['schemas']['UserGroup'];
export type Permission = components['schemas']['Permission'];

export const pageSize = 20;
const mostOptions = 200;

/** Users, groups and roles depend on each other: a change of one refetches all. */
const peopleKey = ['people'] as const;

export function useUsers(view: UserView) {
  const { open: _open, ...listed } = view;
  return useQuery({
    queryKey: [...peopleKey, 'users', listed],
    queryFn: ({ signal }) =>
      data(client.GET('/api/users', { params: { query: { ...queryOf(view), pageSize } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useUser(userId: number) {
  return useQuery({
    queryKey: [...peopleKey, 'user', userId],
    queryFn: ({ signal }) => data(client.GET('/api/users/{userId}', { params: { path: { userId } }, signal })),
  });
}

/** Accounts that match a text, to choose from. */
export function useUserSearch(name: string, enabled: boolean) {
  return useQuery({
    queryKey: [...peopleKey, 'search', name],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/users', {
          params: { query: { name: name || undefined, pageSize: 20, active: 'true' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useRoles(filter: { name?: string; page?: number; pageSize?: number } = {}, enabled = true) {
  const query = { pageSize: mostOptions, ...filter, name: filter.name || undefined };
  return useQuery({
    queryKey: [...peopleKey, 'roles', query],
    queryFn: ({ signal }) => data(client.GET('/api/roles', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useGroups(
  filter: { name?: string; page?: number; pageSize?: number; sort?: string | undefined } = {},
  enabled = true,
) {
  const query = { pageSize: mostOptions, ...filter, name: filter.name || undefined };
  return useQuery({
    queryKey: [...peopleKey, 'groups', query],
    queryFn: ({ signal }) => data(client.GET('/api/user-groups', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useGroup(userGroupId: number) {
  return useQuery({
    queryKey: [...peopleKey, 'group', userGroupId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/user-groups/{userGroupId}', { params: { path: { userGroupId } }, signal })),
  });
}

export function useRole(roleId: number) {
  return useQuery({
    queryKey: [...peopleKey, 'role', roleId],
    queryFn: ({ signal }) => data(client.GET('/api/roles/{roleId}', { params: { path: { roleId } }, signal })),
  });
}

/** All pairs of scope and action, and which of them the account may grant. */
export function usePermissions() {
  return useQuery({
    queryKey: [...peopleKey, 'permissions'],
    queryFn: ({ signal }) => data(client.GET('/api/permissions', { signal })),
  });
}

/** The owner of a list of users: a group, or a role that they hold directly. */
export interface UserList {
  of: 'group' | 'role';
  id: number;
}

export function useListedUsers({ of, id }: UserList, filter: { name: string; page: number }) {
  const query = { page: filter.page, pageSize, name: filter.name || undefined };
  return useQuery({
    queryKey: [...peopleKey, 'listed', of, id, query],
    queryFn: ({ signal }) =>
      of === 'group'
        ? data(
            client.GET('/api/user-groups/{userGroupId}/users', {
              params: { path: { userGroupId: id }, query },
              signal,
            }),
          )
        : data(client.GET('/api/roles/{roleId}/users', { params: { path: { roleId: id }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** A change to people, after which all lists of people are read again. */
function useChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleKey }) });
}

/** The keys of what is shown of one user, group or role. */
const details = ['user', 'group', 'role', 'listed'];

/** A removal: refetches the lists, but not the removed entry, whose detail is still open for a moment. */
function useRemoval<In, Out>(remove: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: peopleKey,
        predicate: ({ queryKey }) => !details.includes(String(queryKey[peopleKey.length])),
      }),
  });
}

export function useChangeListed({ of, id }: UserList) {
  return useChange((body: { add?: number[]; remove?: number[] }) =>
    of === 'group'
      ? data(
          client.PATCH('/api/user-groups/{userGroupId}/users', { params: { path: { userGroupId: id } }, body }),
        ).then(() => undefined)
      : data(client.PATCH('/api/roles/{roleId}/users', { params: { path: { roleId: id } }, body })).then(
          () => undefined,
        ),
  );
}

export function useCreateUser() {
  return useChange((body: components['schemas']['NewAccountBody']) => data(client.POST('/api/users', { body })));
}

export interface UserEdit {
  user: components['schemas']['AccountChangeBody'];
  /** Omitted if unchanged. */
  roles?: number[];
  groups?: number[];
}

/** Saves what an administrator changed about a user, its roles and its groups. */
export function useSaveUser(userId: number) {
  const params = { path: { userId } };
  return useChange(async ({ user, roles, groups }: UserEdit) => {
    await data(client.PUT('/api/users/{userId}', { params, body: user }));
    if (roles) await data(client.PUT('/api/users/{userId}/roles', { params, body: { roles } }));
    if (groups) await data(client.PUT('/api/users/{userId}/user-groups', { params, body: { groups } }));
  });
}

export function useSetActive() {
  return useChange(({ ids, active }: { ids: number[]; active: boolean }) =>
    data(client.PATCH('/api/users/disable', { body: { ids, disabled: !active } })),
  );
}

export function useHandOut(userId: number) {
  return useChange((password: string) =>
    data(client.PUT('/api/users/{userId}/initial-password', { params: { path: { userId } }, body: { password } })),
  );
}

export function useUnlock(userId: number) {
  return useChange(() => data(client.POST('/api/users/{userId}/unlock', { params: { path: { userId } } })));
}

/** Takes away the second factor of somebody who has lost it. */
export function useRemoveFactor(userId: number) {
  return useChange(() => data(client.DELETE('/api/users/{userId}/second-factor', { params: { path: { userId } } })));
}

export function useRemoveUser(userId: number) {
  return useRemoval(() => data(client.DELETE('/api/users/{userId}', { params: { path: { userId } } })));
}

/** Reports whether an account name is taken anywhere on the platform. */
export async function isTaken(username: string): Promise<boolean> {
  const { isExist } = await data(client.POST('/api/users/check/{username}', { params: { path: { username } } }));
  return isExist;
}

export interface NamedFields {
  name: string;
  note?: string;
}

/** Creates a group (id 0), or changes its name and note. */
export function useSaveGroup() {
  return useChange(({ id, ...body }: NamedFields & { id: number }) =>
    id === 0
      ? data(client.POST('/api/user-groups', { body }))
      : data(client.PUT('/api/user-groups/{userGroupId}', { params: { path: { userGroupId: id } }, body })),
  );
}

export function useSetGroupRoles(userGroupId: number) {
  return useChange((roles: number[]) =>
    data(client.PUT('/api/user-groups/{userGroupId}/roles', { params: { path: { userGroupId } }, body: { roles } })),
  );
}

export function useRemoveGroup() {
  return useRemoval((userGroupId: number) =>
    data(client.DELETE('/api/user-groups/{userGroupId}', { params: { path: { userGroupId } } })),
  );
}

/** Creates a role (id 0), or changes its name and note. */
export function useSaveRole() {
  return useChange(({ id, ...body }: NamedFields & { id: number }) =>
    id === 0
      ? data(client.POST('/api/roles', { body }))
      : data(client.PUT('/api/roles/{roleId}', { params: { path: { roleId: id } }, body })),
  );
}

export function useSetPermissions(roleId: number) {
  return useChange((permissions: string[]) =>
    data(client.PUT('/api/roles/{roleId}/permissions', { params: { path: { roleId } }, body: { permissions } })),
  );
}

export function useRemoveRole() {
  return useRemoval((roleId: number) => data(client.DELETE('/api/roles/{roleId}', { params: { path: { roleId } } })));
}

/** Exports who holds what as CSV. */
export function useExport() {
  return useMutation({ mutationFn: () => saveFile('/api/permissions/export', {}, 'permissions.csv') });
}
