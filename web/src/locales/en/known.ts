import type { Texts } from '../resources';
import type zh from '../zh/known';

const texts = {
  label: 'As known on',
  hint: 'Shows the data as they were known at an earlier time: without readings received, corrections and configuration recorded later',
  time: 'Time',
  choose: 'Choose a time',
  apply: 'Show',
  future: 'Choose a time in the past',
  banner: 'As known on {{time}}; the header is of now',
  back: 'Back to now',
  comparing: 'Comparing with the present data',
  same: 'No result of this point in the range has changed since',
  changed: 'Since then at this point: {{appeared}} added, {{changed}} changed, {{vanished}} gone',
  show: 'Show changes',
  title: 'Changes since {{time}}',
  results: 'Results',
  resultsHint: 'The last {{count}} changes in the range',
  resultsHint_one: 'The last change in the range ({{count}})',
  onlyFlags: 'Only the quality flags changed',
  column: 'Value',
  was: 'Then',
  is: 'Now',
  causes: 'Reasons',
  noCauses: 'No correction or configuration was recorded since: readings came late or were sent again',
  recorded: 'Recorded',
  effect: 'In effect from',
  what: 'What',
  note: 'Note',
  takenBack: '{{what}} (revoked)',
} satisfies Texts<typeof zh>;

export default texts;
