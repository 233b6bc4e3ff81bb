import type { Texts } from '../resources';
import type zh from '../zh/push';

const texts = {
  title: 'Browser push',
  why: 'If the channels of an alert rule contain "Browser push", messages go to all browsers that are switched on here, also while they are in the background. The push service of the browser\'s maker passes them on; they are encrypted, and only the browser can read them.',
  failed: 'Loading the browsers failed',
  subscribe: 'Receive in this browser',
  full: 'An account has at most {{max}} browsers: remove one first',
  browser: 'Browser',
  here: 'This browser',
  service: 'Push service',
  created: 'Switched on',
  used: 'Last taken by the push service',
  answer: 'Last result',
  enable: 'Receive',
  enableOf: 'Receive in {{name}}',
  actions: 'Actions',
  test: 'Test',
  remove: 'Remove',
  removed: 'Browser removed',
  removeTitle: 'Remove {{name}}?',
  removeText: 'This browser gets no more messages about alerts; alert rules use the next channel.',
  taken:
    '{{host}} has taken the test message, and the browser should show it now. If it does not, look at the notification settings of the system.',
  outcome: { sent: 'Taken', failed: 'Failed', unknown: 'Unknown' },
  reason: {
    gone: 'The browser has ended its subscription at {{host}} and was removed from the list. You can switch it on again.',
    forbidden: '{{host}} is in an inner network that the operator has not allowed (--allow-net).',
    unreachable: 'The server cannot reach {{host}}. Ask the operator to allow outgoing https connections to this host.',
    refused: '{{host}} has refused the message.',
    busy: '{{host}} is not available now. Try again later.',
  },
  obstacle: {
    insecure:
      'Browser push needs https. This page was opened at {{origin}}: ask the operator for a certificate (--tls-cert) or a reverse proxy, and open it with https.',
    unsupported:
      'This browser does not support push. On iPhone and iPad, add this page to the home screen first and open it from there.',
    denied:
      'This browser blocks notifications of {{origin}}. Allow them in the site settings of the address bar, and reload this page.',
    off: 'The operator has switched browser push off (--no-push). Rules with browser push use their next channel.',
    notPermitted:
      'The browser was not allowed to show notifications, so it is not switched on. Click again and choose "Allow".',
    noService:
      'The browser cannot reach the push service of its maker, so it is not switched on: {{message}}. Push needs internet access on this computer, and does not work in private windows.',
  },
} satisfies Texts<typeof zh>;

export default texts;
