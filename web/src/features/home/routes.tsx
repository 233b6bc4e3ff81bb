import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  { path: 'dashboard', handle: { titleKey: 'home:title' }, lazy: page(() => import('./pages/home-page'), 'home') },
];
