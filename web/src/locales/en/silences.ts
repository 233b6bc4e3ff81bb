import type { Texts } from '../resources';
import type zh from '../zh/silences';

const texts = {
  title: 'Maintenance silences',
  failed: 'Loading the silences failed',
  none: 'No silences',
  noneHint:
    'Set one before sensors are repaired, calibrated or cleaned: alerts are recorded as always, messages wait, and those that are still true are sent at the end',
  add: 'New silence',
  total: '{{count}} silences',
  total_one: '{{count}} silence',
  state: {
    label: 'State',
    holding: 'Silent',
    planned: 'Planned',
    over: 'Over',
    ended: 'Ended early',
  },
  span: 'Time',
  scope: 'Scope',
  level: 'Silenced levels',
  upTo: '{{level}} and below',
  allLevels: 'All levels',
  levelHint: 'Alerts about the health of devices are silenced as well. Red alerts are sent, except with all levels',
  note: 'Reason',
  noteEmpty: 'Enter a reason',
  by: 'Entered by',
  endedBy: 'ended by {{name}}, {{time}}',
  wholeProject: 'Whole project',
  wholeStructure: 'Whole structure',
  points: 'Measuring points',
  allPoints: 'All points',
  start: 'Start',
  now: 'Now',
  startEmpty: 'Choose a start',
  lasts: 'Duration',
  minutes: '{{n}} min',
  hours: '{{n}} h',
  days: '{{n}} d',
  until: 'until {{time}} ({{zone}})',
  effect:
    'Alerts are recorded during the silence. At its end, messages are sent about those that are still open, and not about those that are over',
  saved: 'Silence set',
  end: 'End now',
  endAsk: 'End this silence now?',
  endHint: 'Messages that wait and are still true are sent within seconds',
  endDone: 'Silence ended',
} satisfies Texts<typeof zh>;

export default texts;
