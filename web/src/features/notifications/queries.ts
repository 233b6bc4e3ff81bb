import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useLive } from '@/entities/live/use-live';

export type Notification = components['schemas']['Notification'];

export type ReadState = '' | 'unread' | 'read';

export interface NotificationFilter {
  page: number;
  pageSize: number;
  state: ReadState;
  /** As alarm.raised; empty for all. */
  kind: string;
  name: string;
}

/** A page of the account's notifications, newest first. */
export function useNotifications(filter: NotificationFilter) {
  const queryClient = useQueryClient();
  useLive(['notification'], () => void queryClient.invalidateQueries({ queryKey: keys.notifications }));
  return useQuery({
    queryKey: [...keys.notifications, 'list', filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/notifications', {
          params: {
            query: {
              page: filter.page,
              pageSize: filter.pageSize,
              name: filter.name || undefined,
              kind: filter.kind || undefined,
              unread: filter.state === 'unread' || undefined,
              read: filter.state === 'read' || undefined,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** One notification. Loading it marks it as read, so the counts are refetched. */
export function useNotification(notificationId: number) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [...keys.notifications, 'one', notificationId],
    queryFn: async ({ signal }) => {
      const found = await data(
        client.GET('/api/notifications/{notificationId}', { params: { path: { notificationId } }, signal }),
      );
      void queryClient.invalidateQueries({ queryKey: [...keys.notifications, 'list'] });
      void queryClient.invalidateQueries({ queryKey: [...keys.notifications, 'latest'] });
      return found;
    },
  });
}

export function useBulk(kind: 'bulk-read' | 'bulk-delete') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => data(client.POST(`/api/notifications/${kind}`, { body: { ids } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.notifications }),
  });
}
