import type { Texts } from '../resources';
import type zh from '../zh/notifications';

const texts = {
  title: 'Notifications',
  detail: 'Notification',
  search: 'Search notifications',
  unread: 'Unread',
  unreadOnly: 'Unread only',
  read: 'Mark as read',
  readAll: 'Mark all as read',
  selected: '{{count}} selected',
  clear: 'Clear',
  none: 'No notifications',
  noUnread: 'Nothing unread',
  failed: 'Loading the notifications failed',
  toAlert: 'See the alert',
  deleteTitle: 'Delete {{count}} notifications',
  deleteHint: 'They leave the list of this account only, others still see them',
  column: { title: 'Title', time: 'Time' },
} satisfies Texts<typeof zh>;

export default texts;
