import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/devices/:deviceId/import',
    firstCall: 'uploadImportFile',
    handle: { titleKey: 'file-import:title', permissions: ['Create:Data'], wide: true },
    lazy: page(() => import('./pages/import-page'), 'file-import'),
  },
];
