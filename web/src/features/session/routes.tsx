import { type FeatureRoute, page } from '@/shared/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'sign',
    handle: { titleKey: 'session:title' },
    lazy: page(() => import('./pages/sign-page'), 'session', 'account', 'security'),
  },
];
