import type { Texts } from '../resources';
import type zh from '../zh/surveys';

const texts = {
  import: 'Import survey',
  importTitle: 'Import a survey from a file',
  back: 'Back to the surveys',
  show: 'Show the survey',
  depth: 'Depth m',
  incomplete: 'Choose the columns of the depth, A0 and A180; B0 and B180 are optional',
  stationsOf_one: '{{count}} of {{total}}',
  stationsOf: '{{count}} of {{total}}',
  doubtful: 'scatter above 20 digits',
  oneDirection: 'Read in one direction',
  singles_one: '{{count}} station, with the last known zero offset',
  singles: '{{count}} stations, with the last known zero offset',
  name: 'Name',
  operator: 'Operator',
  file: 'Download the uploaded file: {{name}}',
} satisfies Texts<typeof zh>;

export default texts;
