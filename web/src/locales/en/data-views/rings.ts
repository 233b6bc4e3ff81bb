import type { Texts } from '../../resources';
import type zh from '../../zh/data-views/rings';

const texts = {
  circular: {
    mode: 'Picture',
    shape: 'Section',
    unrolled: 'Unrolled',
    caption: 'Movement ×{{scale}}, changes in {{unit}}',
    scale: 'Exaggeration',
    chosen_one: '{{count}} chord',
    chosen: '{{count}} chords',
    chords: 'Chords',
    chord: 'Chord',
    initial: 'Initial',
    now: 'Now',
    convergence: 'Change',
    process: 'Convergence of chords over time',
    angle: 'Angle (°), 0 at the right, counterclockwise',
    ovality: 'Change in ovality',
    radius: 'Fitted radius (change)',
    design: 'Design radius',
    misclosure: 'Misclosure',
    missing: 'Missing nodes',
    open: 'The ring fails to close by {{gap}} mm, {{share}} of its perimeter, above 0.5%: check the order of nodes and the segment lengths',
    sentence_one:
      '{{point}}, section at {{count}} time; at {{time}} the largest convergence is {{max}} {{unit}} of chord {{chord}}; level {{level}}',
    sentence:
      '{{point}}, section at {{count}} times; at {{time}} the largest convergence is {{max}} {{unit}} of chord {{chord}}; level {{level}}',
  },
  scan: {
    part: 'Part of the section',
    parts: { whole: 'Whole section', arch: 'Arch', left: 'Left', invert: 'Floor', right: 'Right' },
    smooth: 'Smoothing',
    raw: 'Not smoothed',
    median: 'Median {{degrees}}°',
    bars: 'Radial bars',
    hidden_one:
      '{{count}} point is hidden: it moved more than the limit of obstacles, so it does not count (gray circle)',
    hidden:
      '{{count}} points are hidden: they moved more than the limit of obstacles, so they do not count (gray circles)',
    area: 'Area (change)',
    notWhole: 'Not computed: points are hidden',
    room: 'Least distance to clearance',
    points: 'Points of the section',
    point: 'Point',
    angle: 'Angle',
    radial: 'Change',
    quantity: 'Quantity',
    at: 'No. {{no}} {{angle}}°',
  },
  lining: {
    quantity: 'Quantity',
    opening: 'Opening',
    dislocation: 'Dislocation',
    rotation: 'Rotation',
    segment: 'Segment',
    joint: 'Joint',
    segments_one: '{{count}} segment',
    segments: '{{count}} segments',
    joints_one: '{{count}} joint',
    joints: '{{count}} joints',
    nodes_one: '{{count}} node',
    nodes: '{{count}} nodes',
    table: 'Segments and joints',
    since: '{{time}}, since {{base}}',
    process: '{{what}} over time',
    rotationHint:
      'Rotation: change in direction from the first to the last node of a segment, counterclockwise positive',
    openingHint:
      'Opening of a joint ≈ difference of the rotations at the joint × mean length of its two segments, positive at the outside',
    dislocationHint:
      'Dislocation: difference of the radial displacements of the two nodes at the joint, positive if the second segment moved outward',
    undivided: 'The ring is not divided into segments',
    undividedHint: 'Divide it by angle: the nodes follow',
    askManager: 'Ask someone who may edit measuring points to divide it',
    divide: 'Edit segments',
    divideHint:
      'Angles run counterclockwise from the right of the section and may pass 0°; segments are in that order too',
    from: 'From',
    to: 'To',
    add: 'Add segment',
    remove: 'Remove',
    even: 'Divide evenly',
    fault: {
      name: 'Segment {{no}} needs a name of 1 to 20 characters',
      twice: 'Segment {{no}} has the name of an earlier one',
      angle: 'The angles of segment {{no}} must be between 0 and 360',
      overlap: 'Segment {{no}} overlaps an earlier one',
    },
    sentence_one: '{{point}}, {{what}} at {{count}} time; at {{time}} the largest is {{max}} {{unit}} at {{name}}',
    sentence: '{{point}}, {{what}} at {{count}} times; at {{time}} the largest is {{max}} {{unit}} at {{name}}',
  },
} satisfies Texts<typeof zh>;

export default texts;
