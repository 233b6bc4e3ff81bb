import type { Texts } from '../resources';
import type zh from '../zh/alert-link';

const texts = {
  title: 'Alert',
  failed: 'The alert cannot be opened',
  signIn: 'Sign in',
  withdrawn: 'Corrected data withdrew this alert on {{time}}',
  drill: {
    mark: 'Drill',
    rule: 'Drill of the rule “{{rule}}”',
    hint: 'This is a drill. There is no alert and nothing to do but to confirm that you have seen it.',
    started: 'Drill started',
    until: 'The link is for {{recipient}} alone and holds until {{time}}.',
  },
  opened: 'Since',
  ended: 'Back to normal',
  until:
    'The link is for {{recipient}} alone and holds until {{time}}. To confirm the alert or mark it as false, sign in:',
  untilByCode: 'The link is for {{recipient}} alone and holds until {{time}}. For curves and pictures, sign in:',
  process: 'process the alert',
  decide: {
    title: 'Decide',
    open: 'Confirm or mark as false',
    result: 'Result',
    note: 'Note',
    noteEmpty: 'Write a note',
    code: 'Code',
    codeHint: 'The code goes to {{recipient}}',
    codeWrong: 'Enter the six digits',
    save: 'Submit',
    final: 'This cannot be undone. The record shows your address.',
    cancel: 'Cancel',
  },
  say: { seen: 'Seen', onMyWay: 'On my way' },
  said: { seen: 'You have seen it', onMyWay: 'You are on your way' },
  did: { seen: 'seen', onMyWay: 'on the way' },
  replies: 'Answers',
  nobody: 'Nobody has answered yet',
  you: 'You',
} satisfies Texts<typeof zh>;

export default texts;
