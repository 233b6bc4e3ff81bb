import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/servers',
    firstCall: 'listServers',
    handle: { titleKey: 'servers:title', permissions: ['View:Corporation'] },
    lazy: page(() => import('./pages/servers-page'), 'servers'),
  },
];
