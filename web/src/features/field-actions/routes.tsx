import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/alerts/field-actions',
    firstCall: 'listFieldRules',
    handle: { titleKey: 'field-actions:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/field-actions-page'), 'field-actions', 'alerts'),
  },
];
