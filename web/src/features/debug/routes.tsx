import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'test',
    firstCall: 'listDevices',
    handle: { titleKey: 'debug:title', permissions: ['View:Device'], wide: true },
    lazy: page(() => import('./pages/debug-page'), 'debug', 'commands', 'console'),
  },
];
