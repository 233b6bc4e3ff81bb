import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/memos',
    firstCall: 'listMemos',
    handle: { titleKey: 'memos:title', permissions: ['View:Project'] },
    lazy: page(() => import('./pages/memos-page'), 'memos'),
  },
];
