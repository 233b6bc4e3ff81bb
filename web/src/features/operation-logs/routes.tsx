import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'console/operation-logs',
    firstCall: 'listOperationLogs',
    handle: { titleKey: 'shell:menu.operationLogs', permissions: ['View:OperationLog'] },
    lazy: page(() => import('./pages/operation-logs-page'), 'operation-logs'),
  },
];
