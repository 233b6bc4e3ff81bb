import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import { keys } from './keys';

/** The contents of the bell: the latest notifications and the number of unread ones. */
export function latestNotificationsQuery() {
  return queryOptions({
    queryKey: [...keys.notifications, 'latest'],
    queryFn: ({ signal }) => data(client.GET('/api/notifications/latest', { signal })),
  });
}

/** The number of unread notifications about orange and red alerts. */
export function urgentCount(list: readonly { level: number; read: boolean }[]): number {
  return list.filter(({ level, read }) => level >= 3 && !read).length;
}
