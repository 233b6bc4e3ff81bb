import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/console/topology',
    firstCall: 'projectTopo',
    handle: { titleKey: 'topology:title', permissions: ['View:Project'], wide: true },
    lazy: page(() => import('./pages/topology-page'), 'topology'),
  },
];
