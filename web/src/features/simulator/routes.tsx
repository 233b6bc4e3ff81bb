import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/simulator/structures/:structureId/mps/:mpId',
    firstCall: 'simulateThresholds',
    handle: { titleKey: 'simulator:title', permissions: ['View:Data'], wide: true },
    lazy: page(() => import('./pages/simulator-page'), 'simulator', 'charts', 'console'),
  },
];
