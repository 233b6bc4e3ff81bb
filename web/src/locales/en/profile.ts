import type { Texts } from '../resources';
import type zh from '../zh/profile';

const texts = {
  'title': 'Profile',
  'account': 'Account',
  'type': 'Account type',
  'types': {
    'System': 'Platform account',
    'Admin': 'Enterprise administrator',
    'Normal': 'Project administrator',
  },
  'displayName': 'Nickname',
  'mobile': 'Mobile number',
  'email': 'Email',
  'addresses': 'E-mail and mobile',
  'theme': 'Theme',
  'themes': {
    'default': 'Dark (default)',
    'white': 'Light',
  },
  'language': 'Language',
  'languageHint': 'Notifications and messages use it too',
  'save': 'Save',
  'saved': 'Saved',
  'limit20': 'Limit to 20 characters',
  'empty': 'Cannot be empty',
  'info': 'Personal information',
  'password': {
    'title': 'Change password',
    'old': 'Current password',
    'new': 'New password',
    'save': 'Change password',
    'done': 'Password changed, other sessions are signed out',
  },
} satisfies Texts<typeof zh>;

export default texts;
