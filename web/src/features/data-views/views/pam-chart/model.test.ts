import {
  chosenPipe,
  comparedPipes,
  comparedTable,
  farthest,
  type PipeNode,
  type PipeSurvey,
  pipesTable,
  pipeTimes,
  tightest,
} from '../../model/pipe';
import { csvText } from '../../model/table';
import { drawingOf, groundAt, pipeCurves, radiusRange, sightOf } from './model';

const node = (no: number, dz: number | null, radius: number | null = null): PipeNode => ({
  ...{ no, chainage: no / 2, n: 10 + no, e: 20 + no, z: -1, depth: 0, x: 0, y: 0, dh: 1, dz, radius },
});
const survey = (time: number, nodes: PipeNode[], more: Partial<PipeSurvey> = {}): PipeSurvey => ({
  ...{
    time,
    name: '',
    operator: '',
    file: '',
    nodes,
    flags: [],
    stations: nodes.length,
    length: 1,
    averaged: false,
    backward: false,
    closed: false,
  },
  ...{ reason: '', minRadius: 90, withdrawals: [], ...more },
});
const t = ((key: string) => key) as never;

test('surveys without a result are listed and not compared', () => {
  const list = [survey(1, [node(0, 0)]), survey(2, [], { reason: 'chainageNotRising' }), survey(3, [node(0, -2)])];
  expect(pipeTimes(list, { times: [], at: null }).times.curves).toEqual([1, 3]);
  expect(chosenPipe(list, null)?.time).toBe(3);
  expect(chosenPipe(list, 2)?.time).toBe(2);
});

test('the largest change and the tightest bend', () => {
  const nodes = [node(0, 1), node(1, -4, 120), node(2, null, 95), node(3, 3)];
  expect(farthest(nodes, (one) => one.dz)?.no).toBe(1);
  expect(farthest([node(0, null)], (one) => one.dz)).toBeNull();
  expect(tightest(nodes)?.no).toBe(2);
  expect(tightest([node(0, 1)])).toBeNull();
});

test('a plan has east across, the other sights the chainage', () => {
  const list = [survey(1, [node(2, -3)])];
  expect(pipeCurves(list, [1], 'plan')[0]?.spots[0]).toMatchObject({ across: 22, value: 12 });
  expect(pipeCurves(list, [1], 'vertical')[0]?.spots[0]).toMatchObject({ across: 1, value: -3 });
  expect(sightOf({ mode: 'nonsense' })).toBe('plan');
});

test('limits belong to the vertical change and the bend', () => {
  const list = [survey(1, [node(0, 0)])];
  const limit = {
    field: 'z',
    valueType: 'accumulated',
    blue: 10,
    yellow: null,
    orange: null,
    red: null,
    enable: true,
  } as const;
  expect(drawingOf(list, [1], 'vertical', [limit], [], t).threshold).toBe(limit);
  expect(drawingOf(list, [1], 'horizontal', [limit], [], t).threshold).toBeNull();
  expect(drawingOf(list, [1], 'bend', [limit], [], t).minRadius).toBe(90);
  expect(drawingOf(list, [1], 'bend', null, [], t).minRadius).toBe(0);
  expect(radiusRange([120, 4300])).toEqual({ min: 100, max: 10_000 });
  expect(radiusRange([Number.NaN, Number.NaN])).toEqual({ min: 10, max: 10_000 });
});

test('a file has a line for each station', () => {
  const rows = pipesTable([survey(1, [node(1, -3)])], ['time'], () => 'noon');
  expect(csvText(rows)).toContain('noon,0.5,11.0000,21.0000,-1.0000,0.000,1.00,-3.00,\r\n');
});

test('surveys are compared by chainage, without those that do not count', () => {
  const list = [
    survey(1, [node(0, -1), node(2, -3)]),
    survey(2, [], { reason: 'noResult' }),
    survey(3, [node(0, 1), node(1, -2), node(2, null)]),
  ];
  const compared = comparedPipes(list, [1, 2, 3]);
  expect(compared.surveys.map(({ time }) => time)).toEqual([1, 3]);
  expect(comparedTable(compared, ['m'])).toEqual([
    ['m'],
    ['0', '1.00', '-1.00', '1.00', '1.00'],
    ['0.5', '', '', '1.00', '-2.00'],
    ['1', '1.00', '-3.00', '1.00', ''],
  ]);
  expect(comparedPipes(list, []).rows).toEqual([]);
  const many = Array.from({ length: 12 }, (_, i) => survey(i + 1, [node(0, i)]));
  const times = many.map(({ time }) => time);
  expect(comparedPipes(many, times).surveys.map(({ time }) => time)).toEqual(times.slice(1));
});

test('the ground belongs to the section, and is straight between its places', () => {
  const ground = [
    { chainage: 10, elevation: 4 },
    { chainage: 20, elevation: 5 },
  ];
  expect([9, 10, 15, 20, 21].map((at) => groundAt(ground, at))).toEqual([null, 4, 4.5, 5, null]);
  expect(drawingOf([], [], 'section', null, ground, t).ground).toBe(ground);
  expect(drawingOf([], [], 'plan', null, ground, t).ground).toEqual([]);
});
