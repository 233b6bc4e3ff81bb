import { type FeatureRoute, page } from '@/entities/permission/routing';

/** Every part of the look on one page, for whoever changes it. Development builds alone have it. */
export const routes: FeatureRoute[] = import.meta.env.DEV
  ? [
      {
        path: '__gallery',
        handle: { titleKey: 'common:action.preview' },
        lazy: page(() => import('./pages/gallery-page'), 'charts', 'data-views'),
      },
    ]
  : [];
