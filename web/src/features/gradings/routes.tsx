import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/alerts/gradings',
    firstCall: 'listAlertGradings',
    handle: { titleKey: 'gradings:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/gradings-page'), 'gradings', 'alerts'),
  },
];
