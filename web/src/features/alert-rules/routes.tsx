import { type FeatureRoute, page } from '@/entities/permission/routing';

export const routes: FeatureRoute[] = [
  {
    path: 'projects/:projectId/alerts/rules',
    firstCall: 'listAlertRules',
    handle: { titleKey: 'alert-rules:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/rules-page'), 'alert-rules', 'alerts'),
  },
  {
    path: 'projects/:projectId/alerts/messages',
    firstCall: 'listAlertMessages',
    handle: { titleKey: 'alert-rules:messages.title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/messages-page'), 'alert-rules', 'alerts'),
  },
  {
    path: 'projects/:projectId/alerts/webhooks',
    firstCall: 'listAlertWebhooks',
    handle: { titleKey: 'alert-webhooks:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/webhooks-page'), 'alert-webhooks', 'alerts'),
  },
  {
    path: 'projects/:projectId/alerts/duty',
    firstCall: 'getDutyRoster',
    handle: { titleKey: 'duty:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/duty-page'), 'duty', 'alerts'),
  },
  {
    path: 'projects/:projectId/alerts/silences',
    firstCall: 'listSilences',
    handle: { titleKey: 'silences:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/silences-page'), 'silences', 'alerts'),
  },
  {
    path: 'projects/:projectId/alerts/drills',
    firstCall: 'getDrillProof',
    handle: { titleKey: 'drills:title', permissions: ['View:AlertRule'], wide: true },
    lazy: page(() => import('./pages/drills-page'), 'drills', 'alert-rules', 'alerts'),
  },
];
