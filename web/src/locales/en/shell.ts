import type { Texts } from '../resources';
import type zh from '../zh/shell';

const texts = {
  'menu': {
    'name': 'Menu',
    'home': 'Home',
    'projects': 'Project list',
    'projectScreen': 'Project screen',
    'dataView': 'Data view',
    'alerts': 'Alerts',
    'reports': 'Reports',
    'reportProject': 'Project report',
    'reportExport': 'Section report',
    'inspection': 'Inspection',
    'devices': 'Devices',
    'projectConsole': 'Project management',
    'corporation': 'Corporation management',
    'users': 'User management',
    'roles': 'Role management',
    'userGroups': 'User group management',
    'operationLogs': 'Operation logs',
    apiKeys: 'API keys',
    'license': 'License',
    'software': 'Firmware management',
    'corporations': 'Corporations',
    'currentProject': 'Current project',
    'system': 'System management',
  },
  'bar': {
    'home': 'Home',
    'projects': 'Projects',
    'data': 'Data',
    'alerts': 'Alerts',
  },
  'sidebar': {
    'collapse': 'Collapse sidebar',
    'expand': 'Expand sidebar',
  },
  'picker': {
    'choose': 'Choose a project',
    'search': 'Search projects',
    'none': 'No project matches',
  },
  'search': {
    'title': 'Search',
    'placeholder': 'Search projects, points, devices',
    'none': 'Nothing matches',
  },
  'bell': {
    'title': 'Notifications',
    'name': 'Notifications, {{count}} unread',
    'empty': 'No notifications',
  },
  'user': {
    'profile': 'Profile',
    'documents': 'Documents',
    'releases': 'Release notes',
    'theme': 'Theme',
    'themes': {
      'default': 'Dark (default)',
      'white': 'Light',
    },
    'signOut': 'Sign out',
    'signOutTitle': 'Sign out {{name}}',
    'signOutText': 'You will need to sign in again',
  },
  'expired': {
    'title': 'Session expired',
    'text': 'The session is over; after signing in you come back to this page',
  },
  'connection': {
    'name': 'Connection',
    'unreachable': 'Connection lost since {{since}}',
    'busy': 'Server busy since {{since}}',
    'offline': 'Browser offline since {{since}}',
    'held': 'Live updates blocked since {{since}}',
    'shown':
      'The page shows the state of {{shown}}, values and levels are not updated; reconnecting every {{seconds}} s, {{count}} attempts so far',
    'shown_one':
      'The page shows the state of {{shown}}, values and levels are not updated; reconnecting every {{seconds}} s, {{count}} attempt so far',
    'heldText':
      'A proxy on the network holds live updates back; the page refreshes every {{seconds}} s instead, data may arrive late',
    'lasting': 'Down for {{time}}',
    'retry': 'Reconnect now',
  },
  'help': {
    'inside': 'Helping {{name}} until {{time}}',
    'looking': 'read-only: its administrator has not allowed changes',
    'editing': 'what projects hold may be changed, people and the corporation may not',
    'leave': 'End help',
    'ended': 'The help has ended',
  },
  'license': {
    'missing': 'No license yet: points and devices cannot be added; readings and alarms go on',
    'expired': 'The license has expired: points and devices cannot be added; readings and alarms go on',
    'foreign': 'The license is for another installation: points and devices cannot be added; readings and alarms go on',
    'open': 'Open the license',
  },
  'platformView': 'Platform',
  'language': 'Language',
  'corporationView': 'Corporation-wide view',
  'leaveProject': 'Leave project',
  'skip': 'Skip to content',
  'simplePassword': 'Your password is too simple, change it soon',
  'simplePasswordChange': 'Change password',
  'notFound': 'Page not found',
  'notFoundHint': 'The address is wrong, or you may not see what is there',
} satisfies Texts<typeof zh>;

export default texts;
