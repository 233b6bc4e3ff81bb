import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/corporation',
    firstCall: 'getCorporation',
    handle: { titleKey: 'corporation:title', permissions: ['View:Corporation'] },
    lazy: page(() => import('./pages/corporation-page'), 'corporation', 'retention', 'security', 'alert-texts'),
  },
  {
    path: 'console/license',
    firstCall: 'licenseInfo',
    handle: { titleKey: 'corporation:license.title', permissions: ['View:Corporation'] },
    lazy: page(() => import('./pages/license-page'), 'corporation'),
  },
  {
    path: 'console/corporations',
    firstCall: 'listCorporations',
    handle: { titleKey: 'corporation:list.title', permissions: ['View:Corporation'] },
    lazy: page(() => import('./pages/corporations-page'), 'corporation', 'security'),
  },
];
