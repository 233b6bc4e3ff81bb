import { type FeatureRoute, page, type RouteHandle } from '@/entities/permission/routing';

const handle: RouteHandle = { titleKey: 'console:title', permissions: ['View:Project'], wide: true };

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/console',
    firstCall: 'getProject',
    handle,
    lazy: page(() => import('./pages/project-console'), 'console', 'sites', 'configuration', 'people', 'retention'),
  },
  {
    path: 'projects/:projectId/console/structures/:structureId',
    firstCall: 'getProject',
    handle,
    lazy: page(() => import('./pages/structure-console'), 'console', 'sites', 'commands'),
  },
  {
    path: 'projects/:projectId/console/structures/:structureId/items/:itemId',
    firstCall: 'getProject',
    handle,
    lazy: page(() => import('./pages/structure-console'), 'console', 'sites', 'commands'),
  },
  {
    path: 'projects/:projectId/console/structures/:structureId/items/:itemId/mps/:mpId',
    firstCall: 'getProject',
    handle,
    lazy: page(
      () => import('./pages/mp-console'),
      'console',
      'sites',
      'commands',
      'configuration',
      'explain',
      'point-settings',
    ),
  },
];
