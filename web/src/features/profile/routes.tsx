import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'profile',
    handle: { titleKey: 'profile:title' },
    lazy: page(() => import('./pages/profile-page'), 'profile', 'account', 'security', 'push'),
  },
];
