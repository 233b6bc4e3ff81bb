import { type FeatureRoute, page } from '@/entities/permission/routing';

const handle = { titleKey: 'reports:title', permissions: ['View:Report'] } satisfies FeatureRoute['handle'];

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/reports/download',
    firstCall: 'listReports',
    handle,
    lazy: page(() => import('./pages/download-page'), 'reports'),
  },
  {
    path: 'projects/:projectId/reports/export',
    firstCall: 'listReports',
    handle: { ...handle, titleKey: 'reports:kind.section-deformation-report' },
    lazy: page(() => import('./pages/section-page'), 'reports'),
  },
];
