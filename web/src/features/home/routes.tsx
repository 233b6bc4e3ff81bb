import { type FeatureRoute, page } from '@/shared/routing';

export const routes: FeatureRoute[] = [
  { path: 'dashboard', handle: { titleKey: 'home:title' }, lazy: page(() => import('./pages/home-page'), 'home') },
];
