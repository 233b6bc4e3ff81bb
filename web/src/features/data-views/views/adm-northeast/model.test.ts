import { farthest, frameOf, framesOf, limitFields, moveLines, moveOf, movesOf } from '../../model/moves';
import type { FieldInfo, NodeRow, ReadingRow, SeriesAnswer } from '../../model/types';
import { arrowsOf, limitsOf, trackOf } from './model';

const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const row = (no: number, values: NodeRow['values']): NodeRow => ({ no, depth: no, values });
const reading = (t: number, nodes: NodeRow[]): ReadingRow => ({ t, flags: [], values: {}, nodes });
const ne = { name: 'ne' as const, up: 'n', right: 'e' };
const red = {
  field: 'res',
  valueType: 'accumulated',
  blue: 4,
  yellow: 6,
  orange: null,
  red: 100,
  enable: true,
} as never;

test('the axes are north and east, or those of the array', () => {
  const frames = framesOf(['n', 'e', 'x', 'y'].map(field));
  expect([frameOf(frames, null)?.name, frameOf(frames, 'ab')?.name]).toEqual(['ne', 'ab']);
  expect(frameOf(framesOf(['x'].map(field)), 'ne')).toEqual({ name: 'ab', up: 'x', right: null });
  expect(frameOf(framesOf([]), null)).toBeNull();
});

test('a move has its azimuth clockwise from the north, below 0.1 mm none', () => {
  const move = moveOf(row(1, { n: 3, e: 4 }), null, ne);
  expect(move?.res).toBe(5);
  expect(move?.azimuth).toBeCloseTo(53.1301, 4);
  expect(moveOf(row(1, { n: 0, e: -2 }), null, ne)?.azimuth).toBe(270);
  expect(moveOf(row(1, { n: 0.05, e: 0 }), null, ne)?.azimuth).toBeNull();
  expect(moveOf(row(1, { n: 1, e: null }), null, ne)).toBeNull();
  const base = reading(0, [row(1, { n: 1, e: 4 })]);
  expect(moveOf(row(1, { n: 3, e: 4 }), base, ne)).toMatchObject({ up: 2, right: 0, azimuth: 0 });
  expect(moveOf(row(2, { n: 3, e: 4 }), base, ne)).toBeNull();
});

test('arrows are of the chosen nodes, the table lists all with their level', () => {
  const now = reading(2, [row(2, { n: 1, e: 0, res: 1 }), row(1, { n: 3, e: 4, res: 5 })]);
  const before = reading(1, [row(1, { n: 3, e: 0, res: 3 })]);
  const readings = new Map([before, now].map((one) => [one.t, one]));
  const label = ({ no }: { no: number }) => String(no);
  const arrows = arrowsOf({ times: [1, 2], readings, base: null, nodes: [1], frame: ne, label });
  expect(arrows.map(({ key, current }) => [key, current])).toEqual([
    ['1 1', false],
    ['2 1', true],
  ]);
  expect(moveLines(now, before, null, ne, [red]).map(({ no, level, day }) => [no, level, day])).toEqual([
    [1, 1, 2],
    [2, 0, null],
  ]);
  expect(farthest(movesOf(now, null, ne), 1)).toEqual([1]);
});

test('a track ends at the current time', () => {
  const series = (name: string, values: (number | null)[]) => ({
    field: name,
    samples: values.map((value, t) => [t, value] as const),
  });
  const answer = { series: [series('n', [1, 2, null, 4]), series('e', [5, 6, 7, 8])] } as unknown as SeriesAnswer;
  expect(trackOf(answer, ne, 2)).toEqual([
    { t: 0, north: 1, east: 5 },
    { t: 1, north: 2, east: 6 },
  ]);
  expect(trackOf(answer, { name: 'ab', up: 'n', right: null }, null).map((one) => one.east)).toEqual([0, 0, 0]);
});

test('limits are rings within reach, of stored moves only', () => {
  const ends = [{ east: 3, north: -4 }];
  const of = (base: number | null, ...thresholds: never[]) => limitsOf({ thresholds, frame: ne, ends, base });
  expect(of(null, red).rings.map((one) => one.value)).toEqual([4, 6]);
  expect(of(1, red)).toEqual({ rings: [], lines: [] });
});

test('without limits of the resultant those of the components are lines, on the side of the moves', () => {
  const of = (field: string) => ({ ...(red as object), field }) as never;
  const ends = [{ east: 3, north: -4 }];
  const lines = limitsOf({ thresholds: [of('n'), of('e'), of('x')], frame: ne, ends, base: null });
  expect(lines).toEqual({
    rings: [],
    lines: [
      { axis: 'north', level: 1, value: -4 },
      { axis: 'north', level: 2, value: -6 },
      { axis: 'east', level: 1, value: 4 },
      { axis: 'east', level: 2, value: 6 },
    ],
  });
  expect(limitsOf({ thresholds: [of('n'), red], frame: ne, ends, base: null }).lines).toEqual([]);
  expect(limitFields([of('e')], ne)).toEqual(['e']);
  expect(limitFields([of('x')], ne)).toEqual([]);
  const now = reading(2, [row(1, { n: -7, e: 4.5, res: 8.3 }), row(2, { n: 1, e: null, res: 1 })]);
  expect(moveLines(now, null, null, ne, [of('n'), of('e')]).map(({ level }) => level)).toEqual([2]);
});
