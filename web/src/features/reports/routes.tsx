import { type FeatureRoute, page } from '@/entities/permission/routing';

const handle = { titleKey: 'reports:title', permissions: ['View:Report'] } satisfies FeatureRoute['handle'];

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
    path: 'projects/:projectId/reports/templates',
    firstCall: 'listReportTemplates',
    handle: { titleKey: 'report-templates:title', permissions: ['View:Report'] },
    lazy: page(() => import('./template/pages/templates-page'), 'report-templates', 'project-reports'),
  },
  {
    path: 'projects/:projectId/reports/templates/:reportTemplateId',
    firstCall: 'getReportTemplate',
    handle: { titleKey: 'report-templates:one', permissions: ['View:Report'] },
    lazy: page(() => import('./template/pages/template-page'), 'report-templates', 'project-reports'),
  },
  {
    path: 'projects/:projectId/reports/schedules',
    firstCall: 'listReportSchedules',
    handle: { titleKey: 'report-schedules:title', permissions: ['View:Report'] },
    lazy: page(() => import('./schedule/pages/schedules-page'), 'report-schedules', 'project-reports'),
  },
  {
    path: 'projects/:projectId/reports/nsbd',
    firstCall: 'listNsbdPoints',
    handle: { titleKey: 'nsbd:title', permissions: ['View:Project'] },
    lazy: page(() => import('./nsbd/pages/nsbd-page'), 'nsbd'),
  },
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
