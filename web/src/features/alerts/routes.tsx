import { type FeatureRoute, page } from '@/entities/permission/routing';

const texts = ['alerts', 'charts'];

export const routes: FeatureRoute[] = [
  {
    path: 'alerts',
    firstCall: 'listAlerts',
    handle: { titleKey: 'alerts:title', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/alerts-page'), ...texts),
  },
  {
    path: 'projects/:projectId/alerts',
    firstCall: 'listAlerts',
    handle: { titleKey: 'alerts:title', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/alerts-page'), ...texts),
  },
  {
    path: 'projects/:projectId/alerts/incidents',
    firstCall: 'listIncidents',
    handle: { titleKey: 'alerts:incident.list', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/incidents-page'), ...texts),
  },
  {
    path: 'projects/:projectId/alerts/incidents/:alertId',
    firstCall: 'getIncident',
    handle: { titleKey: 'alerts:incident.title', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/incident-page'), ...texts, 'field-actions'),
  },
  {
    path: 'projects/:projectId/alerts/:alertId',
    firstCall: 'getAlert',
    handle: { titleKey: 'alerts:detail', permissions: ['View:Alert'], wide: true },
    lazy: page(() => import('./pages/alert-page'), ...texts, 'field-actions'),
  },
];
