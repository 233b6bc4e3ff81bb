import type { Place } from '@/entities/chart/ring';
import { fitCircle, type RingNode, radialChange } from '../../model/ring';
import type { SeriesAnswer } from '../../model/types';
import {
  byNumber,
  evenly,
  faultOf,
  jointName,
  liningOf,
  mappingOf,
  movedBy,
  movesOver,
  nextPart,
  nodesOf,
  proposedParts,
  quantityOf,
  worstOf,
} from './model';

const radius = 2000;
const at = (degrees: number, r = radius): Place => [
  r * Math.cos((degrees * Math.PI) / 180),
  r * Math.sin((degrees * Math.PI) / 180),
];
/** Nodes every 15° counterclockwise from the invert, moved by a rule. */
const ring = (move: (angle: number, place: Place) => Place = (_, place) => place): RingNode[] =>
  Array.from({ length: 24 }, (_, no) => {
    const angle = (270 + 15 * no) % 360;
    const before = at(angle);
    const now = move(angle, before);
    return { no, before, now, radial: radialChange(now, before, [0, 0]) };
  });
const four = [
  { name: 'F', from: 50, to: 130 },
  { name: 'L1', from: 130, to: 230 },
  { name: 'B1', from: 230, to: 320 },
  { name: 'L2', from: 320, to: 50 },
];
/** A segment turned as a rigid body about its middle, so that every direction in it changes by as much. */
const turnedBy = (degrees: number, [x, y]: Place, [cx, cy]: Place): Place => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
};

test('nodes are assigned by angle, through 0 too, and in the order of the ring', () => {
  const lining = liningOf(four, ring(), 0, false);
  expect(lining.map((one) => one.nodes)).toEqual([
    [10, 11, 12, 13, 14],
    [15, 16, 17, 18, 19, 20, 21],
    [22, 23, 0, 1, 2, 3],
    [4, 5, 6, 7, 8, 9],
  ]);
  expect(lining.map((_, i) => jointName(lining, i))).toEqual(['F–L1', 'L1–B1', 'B1–L2', 'L2–F']);
  expect(lining[2]?.length).toBeCloseTo(2 * radius * Math.sin(Math.PI / 4), 6);
  // The order of the rows does not matter; the first segment stays the first.
  const mixed = liningOf([four[0], four[2], four[3], four[1]] as typeof four, ring(), 0, false);
  expect(mixed.map((one) => one.name)).toEqual(['F', 'L1', 'B1', 'L2']);
});

test('a segment that turns opens its joints by the angle times the segment length', () => {
  // L1 turns by 0.1° about its middle; each joint moves by 0.1° × the mean length at it.
  const turning = ring((angle, place) => (angle >= 130 && angle < 230 ? turnedBy(0.1, place, at(180)) : place));
  const lining = liningOf(four, turning, radius, false);
  const moved = movedBy(lining, byNumber(turning));
  expect(moved[1]?.rotation).toBeCloseTo(0.1, 9);
  expect(moved[0]?.rotation).toBeCloseTo(0, 9);
  const chord = (span: number) => 2 * radius * Math.sin((span * Math.PI) / 360);
  const rad = (0.1 * Math.PI) / 180;
  expect(moved[0]?.opening).toBeCloseTo((rad * (chord(80) + chord(100))) / 2, 6);
  expect(moved[1]?.opening).toBeCloseTo((-rad * (chord(100) + chord(90))) / 2, 6);
  expect(moved[2]?.opening).toBeCloseTo(0, 9);
  expect(worstOf(moved, 'opening')).toBe(1);
});

test('a dislocation is how much farther outward the next segment went', () => {
  const slipped = ring((angle, place) => (angle >= 130 && angle < 230 ? at(angle, radius + 3) : place));
  const moved = movedBy(liningOf(four, slipped, radius, false), byNumber(slipped));
  expect(moved.map((one) => one.dislocation?.toFixed(6))).toEqual(['3.000000', '-3.000000', '0.000000', '0.000000']);
});

test('missing nodes and gaps have no values', () => {
  const lining = liningOf(four, ring(), radius, false);
  const moved = movedBy(lining, byNumber(ring().filter((one) => one.no !== 14)));
  expect(moved[0]).toEqual({ rotation: null, opening: null, dislocation: null });
  expect(moved[3]?.opening).toBeNull();
  expect(moved[1]?.opening).toBeCloseTo(0, 9);
  // No segment follows B1 at once, and one node gives no direction.
  const gap = liningOf([...four.slice(0, 3), { name: 'K', from: 356, to: 2 }], ring(), radius, false);
  expect(gap.map((one) => one.next)).toEqual([1, 2, null, null]);
  expect(movedBy(gap, byNumber(ring()))[3]?.rotation).toBeNull();
});

test('an open arc has no joint between its ends', () => {
  const arc = ring();
  const parts = [
    { name: 'A', from: 265, to: 85 },
    { name: 'B', from: 85, to: 265 },
  ];
  expect(liningOf(parts, arc, radius, true).map((one) => one.next)).toEqual([1, null]);
  expect(liningOf(parts, arc, radius, false).map((one) => one.next)).toEqual([1, 0]);
});

test('the process line of a joint follows from the movements of its four nodes', () => {
  const turning = ring((angle, place) => (angle >= 130 && angle < 230 ? turnedBy(0.1, place, at(180)) : place));
  const lining = liningOf(four, turning, radius, false);
  const nodes = nodesOf(lining, [0], 'opening');
  expect(nodes).toEqual([10, 14, 15, 21]);
  expect(nodesOf(lining, [0], 'rotation')).toEqual([10, 14]);
  const statistics = { count: 2, abnormal: 0, completeness: 1, min: null, max: null, mean: null };
  const series = nodes.flatMap((no) =>
    [0, 1].map((axis) => {
      const { before, now } = turning[no] as RingNode;
      const move = (now[axis] as number) - (before[axis] as number);
      return {
        ...{
          field: axis === 0 ? 'x' : 'y',
          node: no,
          depth: null,
          gaps: [],
          abnormal: [],
          flags: new Map(),
          statistics,
        },
        samples: [[1, 0] as const, [2, move] as const, [3, no === 21 ? null : move] as const],
      };
    }),
  );
  const answer = { start: 1, end: 3, series, fields: [], marks: [] } as unknown as SeriesAnswer;
  const field = { name: 'opening', label: '', unit: 'mm', decimals: 2, valueTypes: [] };
  const [joint] = movesOver(answer, lining, [0], turning, field).series;
  const expected = movedBy(lining, byNumber(turning))[0]?.opening ?? Number.NaN;
  expect(joint?.samples[0]?.[1]).toBeCloseTo(0, 9);
  expect(joint?.samples[1]?.[1]).toBeCloseTo(expected, 9);
  expect(joint?.samples[2]?.[1]).toBeNull();
  expect(joint?.statistics.max?.value).toBeCloseTo(expected, 9);
  expect(fitCircle(turning.map((one) => one.before)).radius).toBeCloseTo(radius, 6);
});

test('a division is proposed evenly, checked, and taken from another time where there is none', () => {
  const parts = proposedParts();
  expect(parts.map((one) => one.name)).toEqual(['F', 'L1', 'B1', 'B2', 'B3', 'L2']);
  expect(parts.map((one) => [one.from, one.to])).toEqual([
    [60, 120],
    [120, 180],
    [180, 240],
    [240, 300],
    [300, 0],
    [0, 60],
  ]);
  expect(faultOf(parts)).toBeNull();
  expect(faultOf(four)).toBeNull();
  expect(faultOf([...four, nextPart(four)])?.fault).toBe('overlap');
  expect(faultOf(evenly([...four, nextPart(four)]))).toBeNull();
  expect(faultOf(parts.map((one) => ({ ...one, name: 'F' })))).toEqual({ row: 1, fault: 'twice' });
  expect(faultOf([{ name: ' ', from: 0, to: 1 }])?.fault).toBe('name');
  expect(faultOf([{ name: 'F', from: 0, to: 361 }])?.fault).toBe('angle');
  expect(mappingOf(undefined, [{ segments: four }, { open: true }])).toEqual(four);
  expect(mappingOf({}, [])).toEqual([]);
  expect(quantityOf('rotation')).toBe('rotation');
  expect(quantityOf('else')).toBe('opening');
});
