import { holdsAny, type Permission } from '@/entities/permission/permission-rules';
import type { Session } from '@/entities/session/session-store';

export type MenuIcon =
  | 'home'
  | 'projects'
  | 'screen'
  | 'data'
  | 'boards'
  | 'alerts'
  | 'reports'
  | 'templates'
  | 'schedules'
  | 'files'
  | 'inspection'
  | 'devices'
  | 'console'
  | 'corporation'
  | 'users'
  | 'groups'
  | 'roles'
  | 'logs'
  | 'license'
  | 'tenants'
  | 'servers'
  | 'keys'
  | 'software';

export interface MenuItem {
  key: string;
  /** Key of the label in the texts of the shell. */
  label: string;
  icon: MenuIcon;
  /** Address with :projectId; the item shows only where the router has a route for it. */
  path: string;
  permissions?: Permission[];
  section: 'main' | 'project' | 'system';
  /** Only in private deployments. */
  inPrivate?: boolean;
  /** Only where the corporation has the information table of the South-to-North Water Diversion. */
  ofNsbd?: boolean;
  /** Shown to platform operators outside any corporation: only to them, or also to them. */
  onPlatform?: 'alone' | 'too';
}

/** The menu of the specification, section 2. */
export const items: MenuItem[] = [
  { key: 'home', label: 'menu.home', icon: 'home', path: 'dashboard', section: 'main' },
  { key: 'projects', label: 'menu.projects', icon: 'projects', path: 'projects', section: 'main' },
  {
    key: 'all-alerts',
    label: 'menu.allAlerts',
    icon: 'alerts',
    path: 'alerts',
    permissions: ['View:Alert'],
    section: 'main',
  },
  {
    key: 'screen',
    label: 'menu.projectScreen',
    icon: 'screen',
    path: 'dashboard/project/:projectId',
    section: 'project',
  },
  {
    key: 'data',
    label: 'menu.dataView',
    icon: 'data',
    path: 'projects/:projectId/monitor-new/home',
    section: 'project',
  },
  {
    key: 'boards',
    label: 'menu.boards',
    icon: 'boards',
    path: 'projects/:projectId/boards',
    permissions: ['View:Project'],
    section: 'project',
  },
  {
    key: 'alerts',
    label: 'menu.alerts',
    icon: 'alerts',
    path: 'projects/:projectId/alerts',
    permissions: ['View:Alert'],
    section: 'project',
  },
  {
    key: 'report-project',
    label: 'menu.reportProject',
    icon: 'reports',
    path: 'projects/:projectId/reports/project',
    permissions: ['View:Report'],
    section: 'project',
  },
  {
    key: 'report-templates',
    label: 'menu.reportTemplates',
    icon: 'templates',
    path: 'projects/:projectId/reports/templates',
    permissions: ['View:Report'],
    section: 'project',
  },
  {
    key: 'report-schedules',
    label: 'menu.reportSchedules',
    icon: 'schedules',
    path: 'projects/:projectId/reports/schedules',
    permissions: ['View:Report'],
    section: 'project',
  },
  {
    key: 'reports',
    label: 'menu.reports',
    icon: 'files',
    path: 'projects/:projectId/reports/download',
    permissions: ['View:Report'],
    section: 'project',
  },
  {
    key: 'report-export',
    label: 'menu.reportExport',
    icon: 'reports',
    path: 'projects/:projectId/reports/export',
    permissions: ['View:Report'],
    section: 'project',
  },
  {
    key: 'nsbd',
    label: 'menu.nsbd',
    icon: 'reports',
    path: 'projects/:projectId/reports/nsbd',
    permissions: ['View:Project'],
    section: 'project',
    ofNsbd: true,
  },
  {
    key: 'inspection',
    label: 'menu.inspection',
    icon: 'inspection',
    path: 'projects/:projectId/inspection',
    permissions: ['View:Project'],
    section: 'project',
  },
  {
    key: 'devices',
    label: 'menu.devices',
    icon: 'devices',
    path: 'projects/:projectId/devices',
    permissions: ['View:Device'],
    section: 'project',
  },
  {
    key: 'console',
    label: 'menu.projectConsole',
    icon: 'console',
    path: 'projects/:projectId/console',
    permissions: ['View:Project'],
    section: 'project',
  },
  {
    key: 'corporation',
    label: 'menu.corporation',
    icon: 'corporation',
    path: 'console/corporation',
    permissions: ['View:Corporation'],
    section: 'system',
  },
  {
    key: 'users',
    label: 'menu.users',
    icon: 'users',
    path: 'console/users',
    permissions: ['View:User'],
    section: 'system',
  },
  {
    key: 'roles',
    label: 'menu.roles',
    icon: 'roles',
    path: 'console/roles',
    permissions: ['View:Role'],
    section: 'system',
  },
  {
    key: 'groups',
    label: 'menu.userGroups',
    icon: 'groups',
    path: 'console/user-groups',
    permissions: ['View:UserGroup'],
    section: 'system',
  },
  {
    key: 'logs',
    label: 'menu.operationLogs',
    icon: 'logs',
    path: 'console/operation-logs',
    permissions: ['View:OperationLog'],
    section: 'system',
  },
  {
    key: 'api-keys',
    label: 'menu.apiKeys',
    icon: 'keys',
    path: 'console/api-keys',
    permissions: ['View:Corporation'],
    section: 'system',
  },
  {
    key: 'license',
    label: 'menu.license',
    icon: 'license',
    path: 'console/license',
    permissions: ['View:Corporation'],
    section: 'system',
    inPrivate: true,
    onPlatform: 'too',
  },
  {
    key: 'software',
    label: 'menu.software',
    icon: 'software',
    path: 'software',
    permissions: ['View:Device'],
    section: 'system',
    inPrivate: true,
  },
  {
    key: 'tenants',
    label: 'menu.corporations',
    icon: 'tenants',
    path: 'console/corporations',
    permissions: ['View:Corporation'],
    section: 'system',
    onPlatform: 'alone',
  },
  {
    key: 'servers',
    label: 'menu.servers',
    icon: 'servers',
    path: 'console/servers',
    permissions: ['View:Corporation'],
    section: 'system',
    onPlatform: 'alone',
  },
];

interface Viewer {
  accountType: Session['user']['type'];
  permissions: readonly string[];
  projectId: number | null;
  privateDeployment: boolean;
  /** A platform operator working inside a corporation. */
  helping: boolean;
  /** The corporation has the information table of the South-to-North Water Diversion. */
  nsbd: boolean;
}

/**
 * The menu items a viewer sees: project items only in project mode, system management only for administrators and
 * helping operators, platform items only for operators outside a corporation, and none without its permission or
 * without a route.
 */
export function visibleMenu(viewer: Viewer, routePaths: readonly string[]): MenuItem[] {
  const known = new Set(routePaths);
  const onPlatform = viewer.accountType === 'System' && !viewer.helping;
  return items
    .filter((item) => {
      if (!known.has(item.path)) return false;
      if (onPlatform ? item.onPlatform === undefined : item.onPlatform === 'alone') return false;
      if (item.inPrivate && !viewer.privateDeployment) return false;
      if (item.ofNsbd && !viewer.nsbd) return false;
      if (item.section === 'project' && viewer.projectId === null) return false;
      if (item.section === 'system' && viewer.accountType === 'Normal') return false;
      return holdsAny(viewer.permissions, item.permissions);
    })
    .map((item) => ({ ...item, path: `/${item.path.replace(':projectId', String(viewer.projectId ?? ''))}` }));
}

/** The item of an address: the one with the longest matching path prefix. */
export function selectedItem(menu: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const inData = pathname.includes('/monitor-new/');
  return menu
    .filter((item) => (item.key === 'data' ? inData : pathname === item.path || pathname.startsWith(`${item.path}/`)))
    .filter((item) => item.key !== 'home' || pathname === item.path)
    .sort((a, b) => b.path.length - a.path.length)[0];
}
