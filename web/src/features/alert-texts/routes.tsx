import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/alert-texts',
    firstCall: 'listAlertTexts',
    handle: { titleKey: 'alert-texts:title', permissions: ['View:Corporation'], wide: true },
    lazy: page(() => import('./pages/texts-page'), 'alert-texts', 'alerts'),
  },
];
