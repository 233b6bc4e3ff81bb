import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects',
    handle: { titleKey: 'project:list.title' },
    lazy: page(() => import('./pages/projects-page'), 'project', 'forms', 'sites'),
  },
  {
    path: 'dashboard/project/:projectId',
    handle: { titleKey: 'project:screen.title' },
    lazy: page(() => import('./pages/project-page'), 'project'),
  },
  {
    path: 'dashboard/project/:projectId/structures/:structureId',
    handle: { titleKey: 'project:structure.title' },
    lazy: page(() => import('./pages/structure-page'), 'project'),
  },
  {
    path: 'dashboard/project/:projectId/unprotected',
    firstCall: 'unprotectedPoints',
    handle: { titleKey: 'project:unprotected.title', permissions: ['View:MeasuringPoint'], wide: true },
    lazy: page(() => import('./pages/unprotected-page'), 'project'),
  },
];
