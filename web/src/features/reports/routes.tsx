import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/reports/project',
    firstCall: 'listProjectReports',
    handle: { titleKey: 'project-reports:title', permissions: ['View:Report'] },
    lazy: page(() => import('./project/pages/project-reports-page'), 'project-reports'),
  },
  {
    path: 'projects/:projectId/reports/project/:projectReportId',
    firstCall: 'getProjectReport',
    handle: { titleKey: 'project-reports:one', permissions: ['View:Report'] },
    lazy: page(() => import('./project/pages/project-report-page'), 'project-reports'),
  },
  {
    path: 'projects/:projectId/reports/download',
    firstCall: 'listReports',
    handle: { titleKey: 'reports:title', permissions: ['View:Report'] },
    lazy: page(() => import('./pages/download-page'), 'reports'),
  },
];
