import { type FeatureRoute, page, type RouteHandle } from '@/shared/routing';

const handle = (titleKey: string): RouteHandle => ({ titleKey, permissions: ['View:Project'], wide: true });

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/console/plans',
    handle: handle('plan:title'),
    lazy: page(() => import('./pages/plans-page'), 'plan', 'map', 'forms'),
  },
  {
    path: 'projects/:projectId/console/map',
    handle: handle('plan:mapTitle'),
    lazy: page(() => import('./pages/map-page'), 'plan', 'map'),
  },
];
