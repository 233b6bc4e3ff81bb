import type { Texts } from '../resources';
import type zh from '../zh/sections';

const texts = {
  report: 'Section report',
  list: 'Sections',
  sections_one: '{{count}} section',
  sections: '{{count}} sections',
  members: 'Points of the section',
  pairs_one: '{{count}} pair',
  pairs: '{{count}} pairs',
  prisms_one: '{{count}} prism',
  prisms: '{{count}} prisms',
  lastOfPairs: 'Last value of each pair',
  lastOfPrisms: 'Last value of each prism',
  show: 'Show {{name}}',
  hide: 'Hide {{name}}',
  noCoordinates: 'The prisms have no coordinates, so the section cannot be drawn',
  drawing: 'Drawing of {{name}}: {{values}}',
  section: 'Section',
  along: 'Along the structure',
  position: 'Position in the section',
  atPosition: 'Position {{name}}',
  alongSentence_one: '{{count}} curve along the structure; at {{time}} the largest is {{value}} {{unit}} at {{name}}',
  alongSentence: '{{count}} curves along the structure; at {{time}} the largest is {{value}} {{unit}} at {{name}}',
  latest: 'Last values',
  latestSentence: 'Last value of each pair of {{name}}: {{values}} {{unit}}',
  savePicture: 'Save the picture: {{title}}',
} satisfies Texts<typeof zh>;

export default texts;
