import type { Texts } from '../resources';
import type zh from '../zh/explain';

const texts = {
  title: 'Where it comes from',
  raw: 'Raw reading',
  allRaw: 'All raw readings',
  partSteps: 'Parts of the computation',
  allSteps: 'All steps',
  source: 'Source',
  channel: '{{device}}, channel {{no}}',
  measuredAt: 'Measured',
  receivedAt: 'Received',
  revision: 'Before, received {{time}}',
  settings: 'Configuration used',
  since: 'since {{time}}',
  always: 'always',
  initial: 'Initial value',
  validFrom: 'valid from {{time}}',
  noInitial: 'No initial value',
  corrections: 'Corrections: {{count}}',
  noCorrections: 'None',
  result: 'Result',
  toNext: '{{distance}} to {{level}} {{limit}}',
  noThreshold: 'No threshold set, nothing is judged',
  kind: {
    withdraw: 'Data withdrawn',
    shift: 'Displacement correction',
    topshift: 'Top correction',
    initshift: 'Initial-value correction',
    replace: 'Value replaced',
  },
  aspect: {
    binding: 'Binding',
    formula: 'Formula',
    initial: 'Initial value',
    processor: 'Processor',
    collect: 'Collection',
    thresholds: 'Thresholds',
    coefficients: 'Calibration',
    geometry: 'Geometry',
    connection: 'Connection',
    channels: 'Channels',
  },
  reason: { other: 'No result: {{key}}' },
} satisfies Texts<typeof zh>;

export default texts;
