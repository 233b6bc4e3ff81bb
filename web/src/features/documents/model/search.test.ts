import { searchGuide } from './search';

const guide = new Map([
  [
    'alerts',
    { html: '', sections: [{ id: 's1', title: 'Status', text: 'A **new** alert is pending, then notified. ' }] },
  ],
  [
    'data',
    {
      html: '',
      sections: [
        { id: 's1', title: 'Alert lines', text: 'Dashed lines are thresholds. ' },
        { id: 's2', title: 'Export', text: 'A csv has no limit. ' },
      ],
    },
  ],
]);

test('finds text in titles and sections and returns its context', () => {
  expect(searchGuide(guide, ' ALERT ')).toEqual([
    {
      chapter: 'alerts',
      section: 's1',
      title: 'Status',
      before: 'A new ',
      match: 'alert',
      after: ' is pending, then notified.',
    },
    {
      chapter: 'data',
      section: 's1',
      title: 'Alert lines',
      before: '',
      match: '',
      after: 'Dashed lines are thresholds.',
    },
  ]);
});

test('returns nothing for an empty query or without a match', () => {
  expect(searchGuide(guide, '  ')).toEqual([]);
  expect(searchGuide(guide, 'zebra')).toEqual([]);
});
