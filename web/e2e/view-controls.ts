// The controls of each data view, as in the matrix of the specification, by their English names. A view has no control
// of the matrix that is not listed here.

type Format = 'png' | 'svg' | 'xlsx' | 'csv';

export interface ViewControls {
  /** False: the view is of single times or of files. */
  range?: false;
  /** Several times are compared. */
  times?: true;
  /** Nodes, points, fields or series. */
  nodes?: readonly string[];
  direction?: string;
  /** Accumulated along the array, or per segment. */
  segments?: string;
  valueType?: true;
  base?: true;
  thresholds?: true;
  /** What the export menu offers. */
  exports: readonly Format[];
  /** The call that its data come from. */
  call?: string;
}

/** What a view is opened with, where a control depends on another one: the base on changes. */
export const openedWith: Record<string, string> = {
  'station-chord': '?type=accumulated',
  'master-hda-chart': '?type=accumulated',
  'master-hda-data': '?type=accumulated',
  'pam-chart': '?mode=vertical',
  'dt-data': '?type=accumulated',
};

/** A page that the sample of a view also has: an array with a profile has depth steps in its report, and segments. */
export const alsoHas: Record<string, string> = { 'adm-report': 'adm-profile', 'adm-prop': 'adm-profile' };

/** The measurement of the sample of a view: not every one has changes, and so a base. */
export const measures: Record<string, string> = { 'hda-chart': 'Crack', 'hda-data': 'Crack' };

const chart: readonly Format[] = ['png', 'svg', 'xlsx', 'csv'];
const table: readonly Format[] = ['xlsx', 'csv'];

const compared = { times: true, base: true, exports: chart, call: 'pagination' } as const;
const curves = { valueType: true, base: true, thresholds: true, exports: chart, call: 'query' } as const;
const section = { ...curves, call: 'section' } as const;
const report = { range: false, base: true, exports: ['png', 'svg', 'xlsx'], call: 'report-preview' } as const;

export const viewControls: Record<string, ViewControls> = {
  'adm-data': {
    ...{ nodes: ['Nodes', 'Columns'], segments: 'Accumulation', valueType: true, base: true, exports: table },
    call: 'pagination',
  },
  'adm-profile': { ...compared, direction: 'Direction', segments: 'Layout', valueType: true, thresholds: true },
  'adm-northeast': { ...compared, nodes: ['Nodes'], direction: 'Axes' },
  'adm-3d': { ...compared, segments: 'Accumulation' },
  'adm-settlement': { ...compared, segments: 'Accumulation', valueType: true, thresholds: true },
  'adm-circular': { ...compared, nodes: ['Chords'], thresholds: true },
  'circular-segment': { ...compared, nodes: ['Joint', 'Quantity'] },
  'adm-prop': { ...curves, nodes: ['Nodes'], direction: 'Component', segments: 'Accumulation' },
  'adm-prop-horizontal': { ...curves, nodes: ['Nodes'], direction: 'Component', segments: 'Accumulation' },
  'adm-report': { ...report, nodes: ['Depth step'], direction: 'Direction' },
  'adm-artificial-compare': {
    ...{ nodes: ['Manual hole', 'Manual run'], direction: 'Direction', base: true, exports: chart },
    call: 'artificial-compare',
  },
  'sdmpro-chart': { ...compared, nodes: ['Nodes'], direction: 'Direction' },
  'tdm-map': { thresholds: true, exports: ['png', 'xlsx', 'csv'], call: 'query' },
  'rdm-pipe-chart': { times: true, direction: 'Direction', exports: chart, call: 'rdm' },
  'rdm-change-chart': { ...compared, segments: 'Layout', valueType: true, thresholds: true, call: 'rdm' },
  'rdm-prop-chart': { ...curves, nodes: ['Nodes'], direction: 'Direction' },
  'rdm-data': { exports: table, call: 'rdm' },
  'station-chord': section,
  'station-convergence': section,
  'station-offset': { ...section, times: true, nodes: ['Position in the section'] },
  'station-settlement': { ...section, times: true, nodes: ['Position in the section'] },
  'hsl-settlement': {
    ...{ ...compared, nodes: ['Reference', 'Points of the line'], valueType: true, thresholds: true },
    call: 'level-line',
  },
  'hsl-settlement-data': { nodes: ['Contents'], valueType: true, base: true, exports: table, call: 'level-line' },
  'hsl-settlement-report': { ...report, nodes: ['Measuring points'] },
  'hda-chart': curves,
  'hda-data': { valueType: true, base: true, exports: table, call: 'pagination' },
  'hda-report': { ...report, nodes: ['Measuring points', 'Quantities'] },
  'master-hda-chart': { ...curves, nodes: ['Composite value'], call: 'master' },
  'master-hda-data': { nodes: ['Composite value'], valueType: true, base: true, exports: table, call: 'master' },
  'gdm-angle-data': { ...curves, nodes: ['Left axis fields'], call: 'gdm-angle' },
  'gnss-chart': { ...curves, direction: 'Frame' },
  'weather-station-chart': { thresholds: true, exports: chart, call: 'query' },
  'pam-data-import': { range: false, exports: [] },
  'pam-chart': { ...compared, direction: 'Chart', thresholds: true, call: 'pam' },
  'pam-data': { base: true, exports: table, call: 'pam' },
  'pdm-profile': { ...compared, nodes: ['Chords', 'Part of the section'], thresholds: true },
  'pdm-prop': { ...curves, nodes: ['Quantity', 'Points of the section'] },
  'artificial-data': { ...curves, nodes: ['Left axis fields'], call: 'artificial' },
  'dt-data': { nodes: ['Nodes', 'Core', 'Surface'], valueType: true, base: true, exports: table, call: 'pagination' },
};
