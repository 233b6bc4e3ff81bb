import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/notes',
    firstCall: 'listNotes',
    handle: { titleKey: 'notes:title', permissions: ['View:Project'] },
    lazy: page(() => import('./pages/notes-page'), 'notes'),
  },
];
