import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'a/:token',
    handle: { titleKey: 'alert-link:title' },
    lazy: page(() => import('./pages/link-page'), 'alert-link', 'account', 'session'),
  },
];
