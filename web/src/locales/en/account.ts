import type { Texts } from '../resources';
import type zh from '../zh/account';

const texts = {
  'address': {
    'both': 'E-mail or mobile number',
    'mail': 'E-mail',
    'sms': 'Mobile number',
    'wrong': {
      'both': 'Enter an e-mail address or an 11-digit mobile number',
      'mail': 'Enter an e-mail address',
      'sms': 'Enter an 11-digit mobile number',
    },
  },
  'code': {
    'label': 'Verification code',
    'send': 'Send code',
    'again': 'Resend code',
    'wait': 'Resend in {{count}} s',
    'wrong': 'Enter the 6-digit code',
    'troubled': {
      'mail': 'The mail server cannot be reached; the code may be delayed or not arrive',
      'sms': 'The text message service cannot be reached; the code may be delayed or not arrive',
    },
    'sent': {
      'mail': 'Code sent to this address, valid for 10 minutes. Check the spam folder if it does not arrive.',
      'sms': 'Code sent to this number, valid for 10 minutes',
    },
  },
  'password': {
    'label': 'Password',
    'again': 'Confirm password',
    'differs': 'The passwords do not match',
    'rules': {
      'length': '8 to 16 characters',
      'upper': 'One uppercase letter',
      'lower': 'One lowercase letter',
      'digit': 'One digit',
      'symbol': 'One symbol',
      'repeat': 'No character repeated three times in a row',
    },
    'weak': 'The password does not meet the rules',
    'rulesName': 'Password rules',
    'met': 'met',
    'unmet': 'not met',
  },
  'signUp': {
    'title': 'Register a corporation',
    'link': 'Register a corporation',
    'ask': 'No account yet?',
    'back': 'Have an account? Sign in',
    'steps': { 'prove': 'Verify e-mail or mobile number', 'fill': 'Corporation and account' },
    'next': 'Next',
    'taken': 'This e-mail or mobile number already has an account: sign in or reset the password',
    'proven': 'verified',
    'change': 'Change',
    'corporation': 'Corporation name',
    'name': 'Administrator account',
    'nameHint': 'Used to sign in; not an e-mail address or mobile number',
    'nameIsAddress': 'The account cannot be an e-mail address or mobile number',
    'empty': 'Cannot be empty',
    'limit20': 'At most 20 characters',
    'accept': 'I have read and accept the ',
    'acceptNeeded': 'Read and accept the terms of service and privacy policy',
    'submit': 'Register and sign in',
    'off': 'Sign-up is not available on this installation. Accounts are created by the corporation administrator.',
  },
  'forgot': {
    'title': 'Reset password',
    'link': 'Forgot password',
    'back': 'Back to sign-in',
    'newPassword': 'New password',
    'submit': 'Reset password',
    'done': 'Password reset. All other sessions have ended. Sign in with the new password.',
  },
  'missing':
    'This server is not set up to send e-mail or text messages, so no code can be sent. Contact the system administrator.',
  'missingReset': 'The system administrator can reset a password on the server, or set up e-mail or text messages.',
  'own': {
    'title': { 'mail': 'Change e-mail', 'sms': 'Change mobile number' },
    'new': { 'mail': 'New e-mail', 'sms': 'New mobile number' },
    'change': 'Change',
    'remove': 'Remove',
    'removeAsk': {
      'mail': 'The e-mail address can then no longer be used to sign in or reset the password. Remove it?',
      'sms': 'The mobile number can then no longer be used to sign in or reset the password. Remove it?',
    },
    'none': 'Not set',
    'verified': 'Verified; can be used to sign in and reset the password',
    'unverified': 'Not verified',
    'confirm': 'Confirm',
    'done': 'Changed',
  },
} satisfies Texts<typeof zh>;

export default texts;
