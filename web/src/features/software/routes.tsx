import { type FeatureRoute, page } from '@/shared/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'software',
    handle: { titleKey: 'software:title', permissions: ['View:Device'] },
    lazy: page(() => import('./pages/software-page'), 'software'),
  },
];
