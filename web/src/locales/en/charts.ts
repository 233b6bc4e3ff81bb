import type { Texts } from '../resources';
import type zh from '../zh/charts';

const texts = {
  gap: 'No data for {{duration}}',
  before: 'No data before',
  abnormal: 'Abnormal {{value}}',
  beyond: '{{level}} {{value}} outside the chart',
  duration: { days: '{{count}} d', hours: '{{count}} h', minutes: '{{count}} min', seconds: '{{count}} s' },
  outOfRange: 'Out of range ({{range}})',
  /** 16 directions from north, clockwise. */
  compass: 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW',
  flag: {
    invalid: 'Invalid reading',
    notComputed: 'Not computed: overflow, division by zero or logarithm of a number ≤ 0',
    suspect: 'Flagged as suspect',
    outOfRange: 'Out of range',
    abnormal: 'Abnormal value',
    withdrawn: 'Removed',
    provisional: 'Provisional until the next reading',
    timeFixed: 'No device time; time of receipt used',
    noTemp: 'No temperature; temperature correction omitted',
    partial: 'Some sensors missing',
    interpolated: 'Last valid tilt used',
    repeated: 'Repeated reading',
    manual: 'Manual entry',
    replaced: 'Replaced by a correction',
  },
} satisfies Texts<typeof zh>;

export default texts;
