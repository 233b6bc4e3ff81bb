import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'setup',
    firstCall: 'createProject',
    handle: { titleKey: 'setup:title', permissions: ['Create:Project'] },
    lazy: page(() => import('./pages/setup-page'), 'setup', 'console', 'forms', 'configuration'),
  },
];
