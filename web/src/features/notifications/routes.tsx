import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'notifications',
    handle: { titleKey: 'notifications:title' },
    lazy: page(() => import('./pages/notifications-page'), 'notifications'),
  },
  {
    path: 'notifications/:notificationId',
    handle: { titleKey: 'notifications:title' },
    lazy: page(() => import('./pages/notifications-page'), 'notifications'),
  },
];
