import type { Survey, SurveyNode } from '../../model/surveys';
import type { FieldInfo } from '../../model/types';
import { pipeDirection, pipePlots, pipeRows } from './model';

const none = [null, null, null, null];
const node = (no: number, x: number | null): SurveyNode => ({
  ...{ no, depth: no / 2, readings: none, sent: none, x, y: x === null ? null : -x, dx: 0, dy: 0 },
  ...{ checksumA: null, checksumB: null },
});
const quality = { mean: null, scatter: null, doubtful: false, oneDirection: 0 };
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
    a: quality,
    b: quality,
    amendments: [],
    withdrawals: [],
    casing: [],
  },
});
const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const t = ((key: string) => key) as never;

test('shapes of unequal depth are aligned at the fixed end', () => {
  const rows = pipeRows([
    survey(1, [node(0, 24.92), node(1, 10), node(2, 0)]),
    survey(2, [node(0, 15), node(1, 0), node(2, null)]),
  ]);
  const plots = pipePlots(rows, [1, 2], 'ab', [field('x'), field('y')], {}, [], t);
  expect(plots.map(({ name }) => name)).toEqual(['survey.shape.x', 'survey.shape.y']);
  const values = plots.map(({ curves }) => curves.map(({ nodes }) => nodes.map(({ value }) => value)));
  expect(values[0]).toEqual([
    [24.92, 10, 0],
    [25, 10, null],
  ]);
  expect(values[1]?.[1]).toEqual([-25, -10, null]);
  expect(pipePlots(rows, [2], 'y', [], { decimals: 1 }, [], t)).toMatchObject([
    { name: 'survey.shape.y', decimals: 1 },
  ]);
});

test('a casing with one axis shows that one', () => {
  expect(pipeDirection([field('x')], { direction: 'y' })).toBe('x');
  expect(pipeDirection([field('x'), field('y')], { direction: 'y' })).toBe('y');
  expect(pipeDirection([field('x'), field('y')], { direction: null })).toBe('ab');
});

test('the design line has the offsets of the axis, and 0 where one is not given', () => {
  const line = [
    { depth: 0, offsetA: 40, offsetB: -5 },
    { depth: 20, offsetA: 0 },
  ];
  const plots = pipePlots(new Map(), [], 'ab', [], {}, line, t);
  expect(plots.map(({ design }) => design?.nodes.map(({ depth, value }) => [depth, value]))).toEqual([
    [
      [0, 40],
      [20, 0],
    ],
    [
      [0, -5],
      [20, 0],
    ],
  ]);
  expect(pipePlots(new Map(), [], 'x', [], {}, [], t)[0]?.design).toBeUndefined();
});
