import { type FeatureRoute, page } from '@/entities/permission/routing';
import { documentsLoader, releasesLoader } from './guards';

export const routes: FeatureRoute[] = [
  {
    path: 'documents',
    handle: { titleKey: 'documents:title' },
    loader: documentsLoader,
    lazy: page(() => import('./pages/documents-page'), 'documents'),
  },
  {
    path: 'releases',
    handle: { titleKey: 'documents:releases' },
    loader: releasesLoader,
    lazy: page(() => import('./pages/releases-page'), 'documents'),
  },
];
