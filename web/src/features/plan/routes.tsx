import type { Permission } from '@/entities/permission/permission-rules';
import { type FeatureRoute, page, type RouteHandle } from '@/entities/permission/routing';

const handle = (titleKey: string, permission: Permission): RouteHandle => ({
  titleKey,
  permissions: [permission],
  wide: true,
});

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/console/plans',
    firstCall: 'listPlans',
    handle: handle('plan:title', 'View:Structure'),
    lazy: page(() => import('./pages/plans-page'), 'plan', 'map', 'forms'),
  },
  {
    path: 'projects/:projectId/console/map',
    firstCall: 'getProject',
    handle: handle('plan:mapTitle', 'View:Project'),
    lazy: page(() => import('./pages/map-page'), 'plan', 'map'),
  },
];
