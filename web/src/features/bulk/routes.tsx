import { type FeatureRoute, page, type RouteHandle } from '@/entities/permission/routing';

const handle: RouteHandle = { titleKey: 'bulk:actions.title', permissions: ['View:Device'], wide: true };

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/devices/import',
    firstCall: 'deviceTemplate',
    handle: { ...handle, titleKey: 'bulk:importing.title', permissions: ['Create:Device'] },
    lazy: page(() => import('./pages/import-page'), 'bulk', 'console', 'devices'),
  },
  {
    path: 'projects/:projectId/console/structures/:structureId/initshifts',
    firstCall: 'previewInitshifts',
    handle: { titleKey: 'bulk:shifts.title', permissions: ['Update:Data'], wide: true },
    lazy: page(() => import('./pages/shifts-page'), 'bulk'),
  },
  {
    path: 'projects/:projectId/console/structures/:structureId/mps/:mpId/manual-readings',
    firstCall: 'previewManualWorkbook',
    handle: { titleKey: 'bulk:manual.title', permissions: ['Create:Data'], wide: true },
    lazy: page(() => import('./pages/manual-page'), 'bulk'),
  },
  {
    path: 'projects/:projectId/devices/actions',
    firstCall: 'listActions',
    handle,
    lazy: page(() => import('./pages/actions-page'), 'bulk', 'console', 'devices'),
  },
  {
    path: 'projects/:projectId/devices/labels',
    firstCall: 'listDevices',
    handle: { ...handle, titleKey: 'bulk:labels.title' },
    lazy: page(() => import('./pages/labels-page'), 'bulk', 'console', 'devices'),
  },
];
