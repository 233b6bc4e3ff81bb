import type { Texts } from '../resources';
import type zh from '../zh/marks';

const texts = {
  mark: 'Mark',
  choose: 'Drag across a span of the chart, or click one reading',
  enter: 'Enter the times',
  leave: 'Stop marking',
  title: 'Mark',
  edit: 'Change note',
  what: 'Kind of mark',
  kind: { note: 'Note', suspect: 'Suspect', withdraw: 'Remove', shift: 'Shift' },
  hint: {
    note: 'Say what happened; the note stays with the point and is printed in reports',
    suspect: 'The readings keep counting, but analyses leave them out',
    withdraw: 'The readings no longer count for changes, alerts and statistics; raw data are kept',
    shift: 'The amount is added to the accumulated change from the start on',
  },
  from: 'From',
  to: 'To',
  field: 'Quantity',
  allFields: 'All quantities',
  amount: 'Amount',
  text: 'Text of the note',
  reason: 'Reason',
  order: 'The end is before the start',
  save: 'Save',
  preview: 'Preview',
  noteHint: 'A note changes no result',
  list: 'Notes and corrections in the range',
  more: 'Only the latest {{count}} notes are on the chart and in this list; shorten the time range to see older ones',
  more_one:
    'Only the latest note ({{count}}) is on the chart and in this list; shorten the time range to see older ones',
  change: 'Change',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this note?',
  withdrawHint: 'Charts and reports no longer show it; its history is kept',
  history: 'Changed {{count}} times',
  history_one: 'Changed once ({{count}})',
  line: 'Note on {{point}}, {{span}}: {{text}}',
  moreLine: 'Older notes are not listed; these are the latest {{count}}',
  moreLine_one: 'Older notes are not listed; this is the latest ({{count}})',
} satisfies Texts<typeof zh>;

export default texts;
