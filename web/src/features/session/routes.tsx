import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'sign',
    handle: { titleKey: 'session:title' },
    lazy: page(() => import('./pages/sign-page'), 'session', 'account', 'security'),
  },
];
