import { type FeatureRoute, page } from '@/entities/permission/routing';

/** Every component on one page, for developers. Only in development builds. */
export const routes: FeatureRoute[] = import.meta.env.DEV
  ? [
      {
        path: '__gallery',
        handle: { titleKey: 'common:action.preview' },
        lazy: page(() => import('./pages/gallery-page'), 'charts', 'data-views'),
      },
    ]
  : [];
