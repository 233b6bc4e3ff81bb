import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/reports/download',
    firstCall: 'listReports',
    handle: { titleKey: 'reports:title', permissions: ['View:Report'] },
    lazy: page(() => import('./pages/download-page'), 'reports'),
  },
];
