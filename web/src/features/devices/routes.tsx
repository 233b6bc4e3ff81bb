import { type FeatureRoute, page, type RouteHandle } from '@/entities/permission/routing';

const handle: RouteHandle = { titleKey: 'console:devices.title', permissions: ['View:Device'], wide: true };

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/devices',
    firstCall: 'listDevices',
    handle,
    lazy: page(
      () => import('./pages/devices-page'),
      'console',
      'sites',
      'commands',
      'configuration',
      'devices',
      'explain',
      'file-import',
      'retention',
    ),
  },
  {
    path: 'projects/:projectId/devices/models',
    firstCall: 'listDeviceModels',
    handle: { ...handle, titleKey: 'devices:models.title' },
    lazy: page(() => import('./pages/models-page'), 'console', 'devices', 'bulk'),
  },
  {
    path: 'projects/:projectId/devices/refused',
    firstCall: 'listDeviceRefusals',
    handle: { ...handle, titleKey: 'console:refused.title' },
    lazy: page(
      () => import('./pages/refusals-page'),
      'console',
      'commands',
      'configuration',
      'devices',
      'explain',
      'file-import',
    ),
  },
];
