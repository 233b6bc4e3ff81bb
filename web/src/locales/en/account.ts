import type { Texts } from '../resources';
import type zh from '../zh/account';

const texts = {
  'address': {
    'both': 'E-mail or mobile',
    'mail': 'E-mail',
    'sms': 'Mobile',
    'wrong': {
      'both': 'Enter an e-mail address or a mobile of 11 digits',
      'mail': 'Enter an e-mail address',
      'sms': 'Enter a mobile of 11 digits',
    },
  },
  'code': {
    'label': 'Verification code',
    'send': 'Send code',
    'again': 'Send again',
    'wait': 'Again in {{count}} s',
    'wrong': 'Enter the 6 digits',
    'troubled': {
      'mail': 'The mail server cannot be reached at the moment: the code may be late or not come',
      'sms': 'The text message service cannot be reached at the moment: the code may be late or not come',
    },
    'sent': {
      'mail':
        'A code is on its way to this address, good for 10 minutes. Look into the spam folder if it does not come.',
      'sms': 'A code is on its way to this mobile, good for 10 minutes',
    },
  },
  'password': {
    'label': 'Password',
    'again': 'Password again',
    'differs': 'The two do not match',
    'rules': {
      'length': '8 to 16 characters',
      'upper': 'An upper-case letter',
      'lower': 'A lower-case letter',
      'digit': 'A digit',
      'symbol': 'A symbol',
      'repeat': 'No character three times in a row',
    },
    'weak': 'Password format incorrect',
    'rulesName': 'Password rules',
    'met': 'met',
    'unmet': 'not met',
  },
  'signUp': {
    'title': 'Register a corporation',
    'link': 'Register a corporation',
    'ask': 'No account yet?',
    'back': 'Have an account? Sign in',
    'steps': { 'prove': 'Verify e-mail or mobile', 'fill': 'Corporation and account' },
    'next': 'Next',
    'taken': 'An account has this address already: sign in, or reset its password',
    'proven': 'verified',
    'change': 'Change',
    'corporation': 'Name of the corporation',
    'name': 'Account of its administrator',
    'nameHint': 'For signing in; no e-mail address and no mobile',
    'nameIsAddress': 'The account cannot be an e-mail address or a mobile',
    'empty': 'Cannot be empty',
    'limit20': 'Limit to 20 characters',
    'accept': 'I have read and accept the ',
    'acceptNeeded': 'Read and accept the terms of service and privacy policy',
    'submit': 'Register and sign in',
    'off': 'There is no sign-up on this installation: accounts are opened by the administrators of the corporation.',
  },
  'forgot': {
    'title': 'Reset password',
    'link': 'Forgot password',
    'back': 'Back to sign-in',
    'newPassword': 'New password',
    'submit': 'Reset password',
    'done': 'The password is reset and every other sign-in has ended. Sign in with the new one.',
  },
  'missing':
    'This server is set up to send neither mail nor text messages, so no code can be sent. Contact the system administrator.',
  'missingReset': 'The system administrator can reset a password on the server, or set up mail or text messages.',
  'own': {
    'title': { 'mail': 'Change e-mail', 'sms': 'Change mobile' },
    'new': { 'mail': 'New e-mail', 'sms': 'New mobile' },
    'change': 'Change',
    'remove': 'Remove',
    'removeAsk': {
      'mail': 'Without the e-mail address it cannot be used to sign in or to reset the password. Remove it?',
      'sms': 'Without the mobile it cannot be used to sign in or to reset the password. Remove it?',
    },
    'none': 'not set',
    'verified': 'Verified: signs in and resets the password',
    'unverified': 'Not verified',
    'confirm': 'Confirm',
    'done': 'Changed',
  },
} satisfies Texts<typeof zh>;

export default texts;
