import { expect, test } from 'vitest';
import type { Place } from '@/entities/chart/ring';
import type { RingNode } from './ring';
import { broken, fullest, maskedOf, outlinesOf, roomOf, smoothed, within } from './scanned-section';

const at = (angle: number, radius: number): Place => [
  radius * Math.cos((angle * Math.PI) / 180),
  radius * Math.sin((angle * Math.PI) / 180),
];

/** A section of 72 points that moved by `radial`, given the angle. */
const section = (radial: (angle: number) => number): RingNode[] =>
  Array.from({ length: 72 }, (_, i) => {
    const angle = i * 5;
    return { no: i + 1, before: at(angle, 3000), now: at(angle, 3000 + radial(angle)), radial: radial(angle) };
  });

test('a part of a section may lead through 0°', () => {
  const all = section(() => 0);
  expect(within(all, null)).toHaveLength(72);
  expect(within(all, 'arch').map((one) => one.no)).toEqual(Array.from({ length: 25 }, (_, i) => i + 7));
  const right = within(all, 'right').map((one) => one.no);
  expect(right).toContain(1);
  expect(right).toContain(61);
  expect(right).not.toContain(20);
  expect(right[0]).toBe(61);
  expect(right.at(-1)).toBe(13);
  expect(within(all, 'nonsense')).toHaveLength(72);
});

test('no line is drawn across missing nodes', () => {
  const of = (...list: number[]) => list.map((no) => ({ no }));
  const numbers = (list: ({ no: number } | null)[]) => list.map((one) => one?.no ?? null);
  expect(numbers(broken(of(1, 2, 4), 4, false))).toEqual([1, 2, null, 4]);
  expect(numbers(broken(of(1, 2, 3, 4), 4, true))).toEqual([1, 2, 3, 4]);
  expect(numbers(broken(of(1, 2, 3), 4, true))).toEqual([1, 2, 3, null]);
  expect(numbers(broken(of(3, 4, 1), 4, false))).toEqual([3, 4, 1]);
});

test('outlines follow the time at which most of the section was seen', () => {
  const all = section(() => 0);
  expect(fullest([{ nodes: all.slice(0, 60) }, { nodes: all }, { nodes: all.slice(5) }])).toBe(all);
});

test('smoothing removes a single peak and leaves a movement that is wider', () => {
  const peak = smoothed(
    section((angle) => (angle === 90 ? 20 : 0)),
    15,
  );
  expect(Math.max(...peak.map((one) => one.radial))).toBe(0);
  expect(peak[18]?.now[1]).toBeCloseTo(3000, 9);
  const wide = section((angle) => (angle >= 60 && angle <= 120 ? -5 : 0));
  expect(smoothed(wide, 15)[18]?.radial).toBe(-5);
  expect(smoothed(wide, null)).toEqual(wide);
});

test('smoothing reaches across 0°', () => {
  const nodes = smoothed(
    section((angle) => (angle === 0 ? 20 : 0)),
    15,
  );
  expect(nodes[0]?.radial).toBe(0);
});

test('a node with a place but without a change is hidden', () => {
  const [first, second] = section(() => 0) as [RingNode, RingNode];
  const row = (no: number, [x, y]: Place) => ({ no, depth: null, values: { x, y } });
  const states = { observed: { values: {}, nodes: [row(1, first.now), row(2, [1200, 100])] }, changes: {} };
  expect(maskedOf(states as never, [first])).toEqual([[1200, 100]]);
  expect(maskedOf(states as never, [first, second])).toEqual([]);
});

test('outlines lie in the middle of the section, the clearance within the design', () => {
  const walls: Place[] = [
    [-3100, -2600],
    [3100, -2600],
    [0, 4000],
  ];
  const { design, clearance } = outlinesOf({ shape: 'horseshoe', width: 6200, height: 6600, clearance: 250 }, walls);
  const top = (outline: readonly Place[]) => Math.max(...outline.map(([, y]) => y));
  const side = (outline: readonly Place[]) => Math.max(...outline.map(([x]) => x));
  expect([top(design), side(design)]).toEqual([4000, 3100]);
  expect(top(clearance)).toBeCloseTo(3750, 9);
  expect(side(clearance)).toBeCloseTo(2850, 9);
  expect(outlinesOf({ shape: 'rectangle', width: 4000, height: 3000 }, walls).design).toHaveLength(4);
  expect(
    outlinesOf(
      { radius: 3000 },
      section(() => 0).map((one) => one.before),
    ).design,
  ).toHaveLength(120);
  expect(outlinesOf(undefined, walls)).toEqual({ design: [], clearance: [] });
});

test('the room is the distance to the clearance, negative once something is inside', () => {
  const square: Place[] = [
    [1000, -1000],
    [1000, 1000],
    [-1000, 1000],
    [-1000, -1000],
  ];
  expect(
    roomOf(
      [
        [1200, 0],
        [0, 1500],
      ],
      square,
    ),
  ).toBeCloseTo(200, 9);
  expect(
    roomOf(
      [
        [1200, 0],
        [0, 900],
      ],
      square,
    ),
  ).toBeCloseTo(-100, 9);
  expect(roomOf([[1200, 0]], [])).toBeNull();
});
