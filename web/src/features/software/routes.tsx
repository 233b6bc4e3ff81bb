import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'software',
    firstCall: 'listSoftwares',
    handle: { titleKey: 'software:title', permissions: ['View:Device'] },
    lazy: page(() => import('./pages/software-page'), 'software'),
  },
  {
    path: 'projects/:projectId/devices/software',
    firstCall: 'listSoftwares',
    handle: { titleKey: 'software:title', permissions: ['View:Device'], wide: true },
    lazy: page(() => import('./pages/software-page'), 'software', 'console', 'devices'),
  },
];
