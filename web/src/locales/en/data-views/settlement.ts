import type { Texts } from '../../resources';
import type zh from '../../zh/data-views/settlement';

const texts = {
  settlement: {
    mode: 'Accumulation',
    sum: 'Along the line',
    bySegment: 'Per segment',
    segmentOf: '{{field}} per segment',
    boundary: 'Fixed end',
    near: 'Near end fixed',
    far: 'Far end fixed',
    both: 'Both ends leveled',
    slope: 'Differential settlement',
    chainage: 'Chainage',
    distance: 'Distance from near end (m)',
    unsurveyed: 'The formula has no leveled settlement of the ends; shown with the near end fixed',
    sentence_one:
      '{{point}} {{what}} along the line at {{count}} time; largest {{max}} {{unit}} at {{time}}, {{place}} m from the near end; level {{level}}',
    sentence:
      '{{point}} {{what}} along the line at {{count}} times; largest {{max}} {{unit}} at {{time}}, {{place}} m from the near end; level {{level}}',
  },
  line: {
    settlement: 'Settlement',
    level: 'Level',
    difference: 'Level above the reference',
    vessel: 'Point',
    vessels: 'Points of the line',
    reference: 'reference',
    referenceHead: '{{name}} (reference)',
    referenceOf: 'Reference',
    stored: 'Reference as set up',
    against: 'Relative to {{name}}',
    chosen_one: '{{count}} curve',
    chosen: '{{count}} curves',
    process: 'Time series',
    refill: 'check the liquid',
    silent: 'no readings',
    skipped_one: '{{count}} time skipped: readings of the points are more than {{minutes}} min apart',
    skipped: '{{count}} times skipped: readings of the points are more than {{minutes}} min apart',
    silentOnes: 'No readings in this range: {{names}}',
    allSkipped: 'No simultaneous readings of all points in this range',
    tooLong: 'Time series cover at most 30 days; shorten the range to see them',
    savePicture: 'Save the time series',
    sentence_one:
      'Settlement along the line at {{count}} time; at {{time}} the largest is {{value}} {{unit}} at {{name}}',
    sentence: 'Settlement along the line at {{count}} times; at {{time}} the largest is {{value}} {{unit}} at {{name}}',
    linesSentence_one: 'Settlement of {{count}} point over time, {{range}}',
    linesSentence: 'Settlement of {{count}} points over time, {{range}}',
    content: 'Contents',
  },
} satisfies Texts<typeof zh>;

export default texts;
