import type { Threshold } from '@/entities/chart/threshold-lines';
import { colorsOf } from '../../model/compared-times';
import { levelsOf } from '../../model/moves';
import type { FieldInfo, NodeRow, ReadingRow } from '../../model/types';
import { curvesOf, linesOf, markOf, spaceOf, textsOf } from './model';

const row = (no: number, values: NodeRow['values'], depth: number | null = no): NodeRow => ({ no, depth, values });
const reading = (t: number, nodes: NodeRow[]): ReadingRow => ({ t, flags: [], values: {}, nodes });
const ne = { name: 'ne' as const, up: 'n', right: 'e' };
const ab = { name: 'ab' as const, up: 'x', right: null };
const limits = (field: string, blue: number, red: number) =>
  ({ field, valueType: 'accumulated', blue, yellow: null, orange: null, red, enable: true }) as unknown as Threshold;

const first = reading(1, [row(2, { n: 1, e: 2 }), row(0, { n: 3, e: 4 }), row(1, { n: 2, e: null })]);
const second = reading(2, [row(0, { n: 6, e: 8, x: 6, y: 8 }), row(1, { n: 5, e: 5 }), row(2, { n: 1, e: 2 })]);
const readings = new Map([first, second].map((one) => [one.t, one]));
const times = { chosen: [1, 2], curves: [1, 2], current: 2 };

test('curves run from the collar down, relative to a base, as sums or per segment', () => {
  const plain = { frame: ne, base: null, segment: false };
  const [before, now] = curvesOf(times, readings, plain);
  expect(before?.nodes.map(({ no, right, up }) => [no, right, up])).toEqual([
    [0, 4, 3],
    [1, null, null],
    [2, 2, 1],
  ]);
  expect([before?.current, now?.current]).toEqual([false, true]);
  expect(curvesOf(times, readings, { ...plain, segment: true })[1]?.nodes.map(({ right, up }) => [right, up])).toEqual([
    [3, 1],
    [3, 4],
    [0, 0],
  ]);
  expect(curvesOf(times, readings, { ...plain, base: first })[1]?.nodes.map(({ right }) => right)).toEqual([
    4,
    null,
    0,
  ]);
  expect(curvesOf(times, readings, { ...plain, frame: ab })[1]?.nodes[0]).toMatchObject({ up: 6, right: 0 });
});

test('a time keeps its color while others are played', () => {
  expect([...colorsOf({ chosen: [1, 5, 9], curves: [1, 3] })]).toEqual([
    [1, 0],
    [3, 3],
  ]);
  expect([...colorsOf({ chosen: [1, 5, 9], curves: [1, 5, 9] })]).toEqual([
    [1, 0],
    [5, 1],
    [9, 2],
  ]);
});

test('a node has its worst level, none without a limit', () => {
  const levels = levelsOf(second, [limits('x', 5, 10), limits('y', 5, 7)]);
  expect([...levels]).toEqual([
    [0, 4],
    [1, 'notJudged'],
    [2, 'notJudged'],
  ]);
});

test('the azimuth of A+ follows from a displacement in both axes', () => {
  const at = (mark: number) => {
    const [s, c] = [Math.sin((mark * Math.PI) / 180), Math.cos((mark * Math.PI) / 180)];
    return reading(1, [row(0, { x: 3, y: -4, n: 3 * c + 4 * s, e: 3 * s - 4 * c }), row(1, {})]);
  };
  for (const mark of [0, 90, 215, 330]) expect(markOf(at(mark), ne)).toBe(mark);
  expect(markOf(at(90), ab)).toBe(0);
  expect(markOf(null, ne)).toBe(0);
});

test('the table lists the current nodes with their resultant, and axes have units', () => {
  const scene = spaceOf(times, readings, { frame: ne, base: null, segment: false }, [limits('n', 5, 10)], null, 2);
  expect(linesOf(scene).map(({ no, res, level }) => [no, res, level])).toEqual([
    [0, 10, 1],
    [1, Math.hypot(5, 5), 1],
    [2, Math.hypot(1, 2), 0],
  ]);
  expect(scene.exaggeration).toBe(50);
  const fields = [{ name: 'n', label: 'North', unit: 'mm' }] as FieldInfo[];
  const t = ((key: string, values?: { name?: string; scale?: number }) =>
    `${key} ${values?.name ?? values?.scale ?? ''}`) as never;
  expect(textsOf({ ...ne, right: null }, fields, 50, t)).toEqual({
    ...{ up: 'space.axis North', right: '', depth: 'profile.depth ', caption: 'space.caption 50' },
  });
});
