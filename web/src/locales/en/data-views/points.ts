import type { Texts } from '../../resources';
import type zh from '../../zh/data-views/points';

const texts = {
  gnss: {
    frame: 'Frame',
    enu: 'North, east, up',
    xyz: 'Structure XYZ',
    trend: 'Trend rate',
    trace: 'Plan trace',
    sentence: '{{point}} plan trace, {{count}} positions, last north {{north}} {{unit}}, east {{east}} {{unit}}',
    sentence_one: '{{point}} plan trace, {{count}} position, last north {{north}} {{unit}}, east {{east}} {{unit}}',
  },
  weather: {
    newest: 'Newest values',
    measured: 'Measured',
    fields: 'Elements',
    rose: 'Wind rose',
    share: 'Frequency',
    calm: 'Calm',
    from: 'From',
    noWind: 'No wind speed and direction in this range',
    lastYear: 'last year only',
    undirected_one: '{{count}} reading without a direction is not counted',
    undirected: '{{count}} readings without a direction are not counted',
    savePicture: 'Save the wind rose',
    sentence_one:
      '{{point}} wind rose, {{count}} reading, most often from {{direction}}, {{share}}% of the time, calm {{calm}}%',
    sentence:
      '{{point}} wind rose, {{count}} readings, most often from {{direction}}, {{share}}% of the time, calm {{calm}}%',
  },
  master: {
    field: 'Composite value',
    slaves: 'Sub-points',
    hide: 'Hide {{name}}',
    show: 'Show {{name}}',
    none: 'The composite point has no sub-points',
    slow: '{{names}}: read less often than the composite point, which lacks them in between; set its interval to that of the slowest',
    setInterval: 'Set the interval',
    silent: 'no readings',
    thirdUnit: 'The chart has room for two units; see the data table',
    partial: '{{count}} readings lack a sub-point',
    partial_one: '{{count}} reading lacks a sub-point',
    joined:
      'Each reading with the nearest ones of the sub-points, at most {{minutes}} min apart; gray values are too far away for the formula',
    readAt: 'Read at {{time}}; show how it was computed',
    unused: 'Read at {{time}}, too far away for the formula',
  },
  manual: {
    readings: 'Manual readings',
    template: 'Download template',
    upload: 'Upload',
    add: 'Add readings',
    editTitle: 'Edit the reading of {{time}}',
    addTitle: 'Add readings of {{point}}',
    values: 'Entered values',
    operator: 'Entered by',
    program: 'Program',
    device: 'Device or file',
    note: 'Note',
  },
  gateway: {
    readings: 'Tilt readings',
    axes_one: '{{count}} value',
    axes: '{{count}} values',
    initial: 'Initial tilt X {{x}}°, Y {{y}}°, Z {{z}}°',
    noInitial: 'No initial tilt is set, so there are no changes',
    change: 'change',
    take: 'Set current tilt as initial',
    takeHint: 'The mean of the last 3 readings. Later changes count from it; earlier results stay',
    taken: 'Initial tilt set',
  },
} satisfies Texts<typeof zh>;

export default texts;
