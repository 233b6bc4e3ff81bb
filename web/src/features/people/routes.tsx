import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/users',
    firstCall: 'listUsers',
    handle: { titleKey: 'shell:menu.users', permissions: ['View:User'] },
    lazy: page(() => import('./pages/users-page'), 'people'),
  },
  {
    path: 'console/user-groups',
    firstCall: 'listUserGroups',
    handle: { titleKey: 'shell:menu.userGroups', permissions: ['View:UserGroup'] },
    lazy: page(() => import('./pages/user-groups-page'), 'people'),
  },
  {
    path: 'console/roles',
    firstCall: 'listRoles',
    handle: { titleKey: 'shell:menu.roles', permissions: ['View:Role'] },
    lazy: page(() => import('./pages/roles-page'), 'people'),
  },
];
