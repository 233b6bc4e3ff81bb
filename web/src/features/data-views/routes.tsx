import { redirect } from 'react-router';
import { type FeatureRoute, page } from '@/entities/permission/routing';
import { methods } from './model/analysis';

const texts = ['data-views', 'charts', 'explain', 'point-settings', 'console', 'known', 'presets'];
const boardTexts = [...texts, 'boards', 'sections'];

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/monitor',
    handle: { titleKey: 'data-views:title' },
    loader: ({ params }) => redirect(`/projects/${params.projectId}/monitor-new/home`),
    lazy: page(() => import('./pages/preview-page'), ...texts),
  },
  {
    path: 'projects/:projectId/monitor-new',
    handle: { titleKey: 'data-views:title' },
    loader: ({ params }) => redirect(`/projects/${params.projectId}/monitor-new/home`),
    lazy: page(() => import('./pages/preview-page'), ...texts),
  },
  {
    path: 'projects/:projectId/monitor-new/home',
    handle: { titleKey: 'data-views:title', wide: true },
    lazy: page(() => import('./pages/preview-page'), ...texts),
  },
  {
    // Without a view: the point's default one, for links that name only the point.
    path: 'projects/:projectId/monitor-new/structures/:structureId/mps/:mpId',
    handle: { titleKey: 'data-views:title', wide: true },
    lazy: page(() => import('./pages/data-view-page'), ...texts),
  },
  {
    path: 'projects/:projectId/monitor-new/structures/:structureId/mps/:mpId/:page',
    handle: { titleKey: 'data-views:title', wide: true },
    lazy: page(() => import('./pages/data-view-page'), ...texts),
  },
  {
    // Without a method: the first one.
    path: 'projects/:projectId/monitor-new/structures/:structureId/mps/:mpId/analysis',
    handle: { titleKey: 'data-views:title', wide: true },
    loader: ({ request }) => {
      const { pathname, search } = new URL(request.url);
      return redirect(`${pathname.replace(/\/$/, '')}/${methods[0]}${search}`);
    },
    lazy: page(() => import('./pages/data-view-page'), ...texts),
  },
  {
    path: 'projects/:projectId/monitor-new/structures/:structureId/mps/:mpId/analysis/:method',
    handle: { titleKey: 'data-views:title', wide: true },
    lazy: page(() => import('./pages/data-view-page'), ...texts, 'analysis', 'characteristic'),
  },
  {
    path: 'projects/:projectId/boards',
    firstCall: 'listBoards',
    handle: { titleKey: 'boards:title', permissions: ['View:Project'], wide: true },
    lazy: page(() => import('./pages/board-page'), ...boardTexts),
  },
  {
    path: 'projects/:projectId/boards/new',
    firstCall: 'listBoards',
    handle: { titleKey: 'boards:title', permissions: ['View:Project'], wide: true },
    lazy: page(() => import('./pages/board-page'), ...boardTexts),
  },
  {
    path: 'projects/:projectId/boards/:boardId',
    firstCall: 'listBoards',
    handle: { titleKey: 'boards:title', permissions: ['View:Project'], wide: true },
    lazy: page(() => import('./pages/board-page'), ...boardTexts),
  },
  {
    path: 'projects/:projectId/wall',
    firstCall: 'listBoards',
    handle: { titleKey: 'boards:wallPage.title', permissions: ['View:Project'], bare: true },
    lazy: page(() => import('./pages/wall-page'), ...boardTexts),
  },
];
