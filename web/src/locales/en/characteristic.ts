import type { Texts } from '../resources';
import type zh from '../zh/characteristic';

const texts = {
  window: 'Period',
  of: {
    range: 'Range',
    initial: 'Since initial value',
  },
  point: 'Point',
  column: 'Component',
  node: 'Node',
  unit: 'Unit',
  allNodes: 'All nodes',
  count: 'Valid',
  missing: 'Missing',
  max: 'Maximum',
  min: 'Minimum',
  mean: 'Mean',
  deviation: 'Standard deviation',
  range: 'Spread',
  first: 'First',
  last: 'Last',
  difference: 'Last − first',
  time: 'Time',
  since: 'From',
  until: 'To',
  readings: 'Readings received',
  fields: 'Components',
  allFields: 'All components',
  addPoints: 'Add points',
  others_one: '{{count}} more point',
  others: '{{count}} more points',
  about:
    'Only valid values count. The standard deviation is that of a sample (n − 1); the spread is the maximum less the minimum. A bearing has no extremes, mean or deviation.',
  aboutNodes: 'Nodes are listed one by one and all together. Missing readings follow from the collection interval.',
  noInitial: 'A point without an initial value counts from its first reading.',
} satisfies Texts<typeof zh>;

export default texts;
