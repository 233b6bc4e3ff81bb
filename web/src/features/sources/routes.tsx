import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/devices/sources',
    firstCall: 'listDataSources',
    handle: { titleKey: 'sources:title', permissions: ['View:Device'], wide: true },
    lazy: page(() => import('./pages/sources-page'), 'sources', 'console', 'devices'),
  },
];
