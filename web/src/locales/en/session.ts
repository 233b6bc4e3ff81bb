import type { Texts } from '../resources';
import type zh from '../zh/session';

const texts = {
  'title': 'Sign in',
  'account': 'Account',
  'accountHint': 'Account, e-mail or mobile',
  'password': 'Password',
  'remember': 'Remember me',
  'submit': 'Sign in',
  'accountEmpty': 'The account cannot be empty',
  'passwordEmpty': 'The password cannot be empty',
  'failed': 'Sign-in failed, try again',
  'retryAfter': 'Try again in {{count}} s',
  'slogan1': 'Every millimeter',
  'slogan2': 'seen before it shows',
  'platform': 'Structural and geotechnical safety monitoring',
  'background': 'Background: 11 days of readings from a 15-node array displacement meter, one line per reading',
  'terms': 'Signing in means you accept the ',
  'termsLink': 'terms of service and privacy policy',
  'termsTitle': 'Terms of service and privacy policy',
  'termsText': {
    'data':
      'Monitoring data, settings and logs stay on the server that runs this platform. Only people authorized by the corporation can see them.',
    'account':
      'Accounts are opened and closed by the administrators of the corporation. All actions are recorded in the operation log.',
    'browser':
      'The browser stores only the session, theme, language and view state. There is no tracking and no request to other sites.',
  },
  'language': 'Language',
} satisfies Texts<typeof zh>;

export default texts;
