import type { Texts } from '../resources';
import type zh from '../zh/notifications';

const texts = {
  title: 'Notifications',
  detail: 'Notification',
  search: 'Search notifications',
  unread: 'Unread',
  read: 'Mark as read',
  readAll: 'Mark all as read',
  selected: '{{count}} selected',
  clear: 'Clear',
  none: 'No notifications',
  noneHint: 'Notifications are listed here when a value reaches its threshold or a device fails',
  toAlerts: 'View alerts',
  noneMatch: 'No notification matches',
  state: { label: 'Filter by read state', all: 'All', unread: 'Unread', read: 'Read' },
  kind: {
    label: 'Kind of notification',
    all: 'All kinds',
    raised: 'New alert',
    escalated: 'Alert escalated',
    restored: 'Alert restored',
    reopened: 'Not restored after all',
    healthRaised: 'Device fault',
    healthRestored: 'Device well again',
    help: 'Help by the platform',
  },
  failed: 'Loading the notifications failed',
  toAlert: 'See the alert',
  toHelp: 'Open the visits',
  deleteTitle: 'Delete {{count}} notifications',
  deleteTitle_one: 'Delete {{count}} notification',
  deleteHint: 'They leave the list of this account only, others still see them',
  column: { title: 'Title', time: 'Time' },
} satisfies Texts<typeof zh>;

export default texts;
