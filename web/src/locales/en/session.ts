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
  'failed': 'Authentication failed, sign in again',
  'retryAfter': 'Try again in {{count}} s',
  'slogan1': 'Every millimetre',
  'slogan2': 'seen before it shows',
  'platform': 'Structural and geotechnical safety monitoring',
  'background': 'Background: 11 days of a 15-node array displacement meter, a line a reading',
  'terms': 'Signing in means you accept the ',
  'termsLink': 'terms of service and privacy policy',
  'termsTitle': 'Terms of service and privacy policy',
  'termsText': {
    'data':
      'Monitoring data, configuration and logs stay on the server that runs this platform, for people whom the owning corporation authorises.',
    'account':
      'Accounts are opened and closed by the administrators of the corporation; what is done is written to the operation log.',
    'browser':
      'The browser keeps the session, theme, language and view state only; nothing is tracked and no outside site is called.',
  },
  'language': 'Language',
} satisfies Texts<typeof zh>;

export default texts;
