import type { Texts } from '../resources';
import type zh from '../zh/shell';

const texts = {
  'menu': {
    'name': 'Menu',
    'home': 'Home',
    'projects': 'Project list',
    'projectScreen': 'Project overview',
    'dataView': 'Data view',
    'boards': 'Boards',
    'alerts': 'Alerts',
    'allAlerts': 'All alerts',
    'activeAlerts': '{{count}} active',
    'reports': 'Reports',
    'reportProject': 'Project report',
    'reportSchedules': 'Report schedules',
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
    'servers': 'Servers',
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
    'page': 'Page',
    'command': 'Command',
    'title': 'Search',
    'placeholder': 'Search projects, points, devices',
    'none': 'No results',
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
    'signOutTitle': 'Sign out {{name}}?',
    'signOutText': 'Sign in again to continue using the platform',
  },
  'expired': {
    'title': 'Session expired',
    'text': 'Sign in again to return to this page',
  },
  'connection': {
    'name': 'Connection',
    'unreachable': 'Connection lost since {{since}}',
    'busy': 'Server busy since {{since}}',
    'offline': 'Browser offline since {{since}}',
    'held': 'Live updates blocked since {{since}}',
    'shown':
      'Showing the state at {{shown}}; values and levels are not updated. Reconnecting every {{seconds}} s, {{count}} attempts so far',
    'shown_one':
      'Showing the state at {{shown}}; values and levels are not updated. Reconnecting every {{seconds}} s, {{count}} attempt so far',
    'heldText':
      'A network proxy blocks live updates. The page refreshes every {{seconds}} s instead, so data may be late',
    'lasting': 'Down for {{time}}',
    'retry': 'Reconnect now',
  },
  'help': {
    'inside': 'Support access to {{name}} until {{time}}',
    'looking': "read-only: the corporation's administrator has not allowed changes",
    'editing': 'project data can be changed, users and corporation settings cannot',
    'leave': 'End access',
    'ended': 'Support access ended',
  },
  'license': {
    'missing': 'No license yet: points and devices cannot be added; data collection and alerts continue',
    'expired': 'License expired: points and devices cannot be added; data collection and alerts continue',
    'foreign':
      'The license belongs to another installation: points and devices cannot be added; data collection and alerts continue',
    'open': 'View license',
  },
  'platformView': 'Platform',
  'language': 'Language',
  'corporationView': 'Corporation view',
  'leaveProject': 'Leave project',
  'skip': 'Skip to content',
  'simplePassword': 'Your password is too simple; change it soon',
  'simplePasswordChange': 'Change password',
  'notFound': 'Page not found',
  'notFoundHint': 'The address is wrong, or you do not have access to this page',
} satisfies Texts<typeof zh>;

export default texts;
