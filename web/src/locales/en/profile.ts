import type { Texts } from '../resources';
import type zh from '../zh/profile';

const texts = {
  'title': 'Profile',
  'account': 'Account',
  'type': 'Account type',
  'types': {
    'System': 'Platform account',
    'Admin': 'Corporation administrator',
    'Normal': 'Project administrator',
  },
  'displayName': 'Nickname',
  'mobile': 'Mobile number',
  'email': 'E-mail',
  'addresses': 'E-mail and mobile',
  'theme': 'Theme',
  'themes': {
    'default': 'Dark (default)',
    'white': 'Light',
  },
  'language': 'Language',
  'languageHint': 'Also used for notifications and messages',
  'save': 'Save',
  'saved': 'Saved',
  'limit20': 'At most 20 characters',
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
