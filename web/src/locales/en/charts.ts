import type { Texts } from '../resources';
import type zh from '../zh/charts';

const texts = {
  gap: 'No data for {{duration}}',
  before: 'No data before',
  abnormal: 'Abnormal {{value}}',
  beyond: '{{level}} {{value}} outside the chart',
  duration: { days: '{{count}} d', hours: '{{count}} h', minutes: '{{count}} min', seconds: '{{count}} s' },
  outOfRange: 'Out of range ({{range}})',
  flag: {
    invalid: 'Invalid reading',
    notComputed: 'No number: too large, divided by zero, or the logarithm of a value that is not positive',
    outOfRange: 'Out of range',
    abnormal: 'Abnormal value',
    withdrawn: 'Withdrawn',
    provisional: 'Provisional, the next reading decides',
    timeFixed: 'No device time, time of receipt used',
    noTemp: 'No temperature, its term left out',
    partial: 'Some sensors missing',
    interpolated: 'Stands on the last valid tilt',
    repeated: 'Repeated reading',
    manual: 'Entered by hand',
    replaced: 'Replaced by a correction',
  },
} satisfies Texts<typeof zh>;

export default texts;
