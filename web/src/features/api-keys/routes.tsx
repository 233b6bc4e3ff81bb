import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/api-keys',
    firstCall: 'listCorporationKeys',
    handle: { titleKey: 'security:keys.title', permissions: ['View:Corporation'] },
    lazy: page(() => import('./pages/corporation-keys-page'), 'security'),
  },
];
