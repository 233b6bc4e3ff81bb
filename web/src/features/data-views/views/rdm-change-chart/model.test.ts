import type { Survey, SurveyNode } from '../../model/surveys';
import type { FieldInfo } from '../../model/types';
import { changeRows, changeType, checksumStrip, surveyConfigs, surveyFields } from './model';

const day = 86_400_000;
const none = [null, null, null, null];
const node = (no: number, dx: number, readings: (number | null)[] = none): SurveyNode => ({
  ...{ no, depth: no / 2, readings, sent: readings, x: dx + 100 * no, y: 0, dx, dy: 0, checksumB: null },
  checksumA: readings[0] == null || readings[1] == null ? null : readings[0] + readings[1],
});
const survey = (time: number, nodes: SurveyNode[]): Survey => ({
  ...{
    time,
    name: '',
    operator: '',
    file: '',
    nodes,
    flags: [],
    count: 1,
    from: 0,
    to: 1,
    amendments: [],
    withdrawals: [],
    casing: [],
  },
  a: { mean: 16, scatter: 24, doubtful: true, oneDirection: 0 },
  b: { mean: null, scatter: null, doubtful: false, oneDirection: 0 },
});
const surveys = [survey(0, [node(0, 1), node(1, 0)]), survey(4 * day, [node(0, 9), node(1, 0)])];
const values = (type: 'accumulated' | 'change' | 'rate') =>
  [...changeRows(surveys, type, false).values()].map((row) => row.nodes.map((one) => one.values.x));

test('changes are since the initial value, since the survey before, or per day', () => {
  expect(changeType({ type: 'observed' })).toBe('accumulated');
  expect(values('accumulated')).toEqual([
    [1, 0],
    [9, 0],
  ]);
  expect(values('change')).toEqual([[8, 0]]);
  expect(values('rate')).toEqual([[2, 0]]);
});

test('without an initial value the change between surveys is that of their shapes', () => {
  expect(changeRows(surveys, 'change', true).get(4 * day)?.nodes[0]?.values.x).toBe(8);
});

test('the strip has the distance of checksums from their mean', () => {
  const one = survey(0, [node(0, 0), node(1, 0, [1254, -1238, 0, 0]), node(2, 0, [1254, -1214, 0, 0])]);
  const strip = checksumStrip(one, { mode: null, direction: 'y' }, (axis) => axis);
  expect(strip?.name).toBe('A');
  expect(strip?.nodes.map(({ value }) => value)).toEqual([null, 0, 24]);
  expect(checksumStrip(one, { mode: 'segment', direction: 'y' }, (axis) => axis)?.name).toBe('B');
  expect(checksumStrip(undefined, { mode: null, direction: null }, String)).toBeNull();
});

test('plots are of A and B, in the unit of the change', () => {
  expect(surveyConfigs({ profileChart1LMetric: 'temp' })).toMatchObject({
    profileChart1LMetric: 'x',
    profileChart1RMetric: 'y',
  });
  const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
  const [x, ...rest] = surveyFields([field('x'), field('N')], 'rate');
  expect(x).toMatchObject({ unit: 'mm/d', decimals: 3 });
  expect(rest).toEqual([]);
});
