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
  clear: 'Clear selection',
  none: 'No notifications',
  noneHint: 'A notification appears here when a value reaches its threshold or a device fails',
  toAlerts: 'View alerts',
  noneMatch: 'No notification matches',
  state: { label: 'Filter by read state', all: 'All', unread: 'Unread', read: 'Read' },
  kind: {
    label: 'Kind of notification',
    all: 'All kinds',
    raised: 'New alert',
    escalated: 'Alert escalated',
    restored: 'Alert restored',
    reopened: 'Alert reopened',
    assigned: 'Alert assigned to me',
    overdue: 'Warning overdue',
    incident: 'Incident assigned to me',
    drill: 'Not proven by drills',
    healthRaised: 'Device fault',
    healthRestored: 'Device recovered',
    help: 'Support access',
  },
  failed: 'Loading the notifications failed',
  toAlert: 'View alert',
  toIncident: 'Open the incident',
  toHelp: 'View support access',
  toDrills: 'See the drills',
  deleteTitle: 'Delete {{count}} notifications?',
  deleteTitle_one: 'Delete {{count}} notification?',
  deleteHint: 'They are removed from your list only; others still see them',
  column: { title: 'Title', time: 'Time' },
} satisfies Texts<typeof zh>;

export default texts;
