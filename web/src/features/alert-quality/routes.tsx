import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/alerts/quality',
    firstCall: 'alertQuality',
    handle: { titleKey: 'alert-quality:title', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/quality-page'), 'alert-quality', 'alerts', 'charts'),
  },
];
