import type { Place } from '@/entities/chart/ring';
import { chordsOf, distance, fitCircle, ovalityChange, radialChange, ringAt } from './ring';
import type { ReadingRow } from './types';

// formulas.md section 13: N = 12, L = 1000 mm.
const before: Place[] = [
  ...([
    [0, -1931.85165258],
    [965.92582629, -1673.03260748],
    [1673.03260748, -965.92582629],
  ] as Place[]),
  ...([
    [1931.85165258, 0],
    [1673.03260748, 965.92582629],
    [965.92582629, 1673.03260748],
  ] as Place[]),
  ...([
    [0, 1931.85165258],
    [-965.92582629, 1673.03260748],
    [-1673.03260748, 965.92582629],
  ] as Place[]),
  ...([
    [-1931.85165258, 0],
    [-1673.03260748, -965.92582629],
    [-965.92582629, -1673.03260748],
  ] as Place[]),
];
const now: Place[] = [
  ...([
    [-1.41221299, -1930.27275643],
    [964.39116092, -1670.97710704],
    [1672.20598609, -964.47174558],
  ] as Place[]),
  ...([
    [1932.84694888, 1.09485231],
    [1675.34479386, 967.52056482],
    [967.58916628, 1674.1494581],
  ] as Place[]),
  ...([
    [0.95701561, 1930.57827958],
    [-964.59311582, 1670.38173],
    [-1672.22542696, 963.90822309],
  ] as Place[]),
  ...([
    [-1933.26746881, -1.28842727],
    [-1675.66076624, -967.39029138],
    [-967.84594106, -1673.61675616],
  ] as Place[]),
];
const radial = [
  ...[-1.57889615, -2.54744828, -1.44291547, 0.9952963, 2.79978142, 1.79889101],
  ...[-1.273373, -2.96208247, -1.70784043, 1.41581623, 3.0082848, 1.46594498],
];
const convergence = [-2.85154221, -5.50952856, -3.15013492, 2.41184712, 5.80807036, 3.26549224];

const row = (values: Record<string, number>[]): ReadingRow => ({
  t: 1,
  flags: [],
  values: values[0] ?? {},
  nodes: values.slice(1).map((one, i) => ({ no: i + 1, depth: null, values: one })),
});
const state = {
  observed: row(now.map(([x, y]) => ({ x, y }))),
  changes: row(now.map(([x, y], i) => ({ x: x - (before[i]?.[0] ?? 0), y: y - (before[i]?.[1] ?? 0) }))),
};

test('the circle, the radial changes, chords and ovality are those of formulas.md', () => {
  const first = fitCircle(before);
  expect(first.radius).toBeCloseTo(1931.8516526, 6);
  expect(fitCircle(now).radius).toBeCloseTo(1931.8505848, 6);
  expect(Math.hypot(...fitCircle(now).center)).toBeLessThan(1e-6);
  now.forEach((at, i) => {
    expect(radialChange(at, before[i] as Place, first.center)).toBeCloseTo(radial[i] as number, 6);
  });
  convergence.forEach((wanted, i) => {
    const change =
      distance(now[i] as Place, now[i + 6] as Place) - distance(before[i] as Place, before[i + 6] as Place);
    expect(change).toBeCloseTo(wanted, 6);
  });
  expect(ovalityChange(now, before, first.radius)).toBeCloseTo(2.9292101, 6);
  expect(ovalityChange(now.slice(1), before.slice(1), 1)).toBeNull();
});

test('a ring is observed places less their changes; relative to a base it moved from there', () => {
  const nodes = ringAt(state, null);
  nodes.forEach((node, i) => {
    expect(node.no).toBe(i);
    expect(node.before[0]).toBeCloseTo(before[i]?.[0] ?? Number.NaN, 6);
    expect(node.radial).toBeCloseTo(radial[i] as number, 6);
  });
  expect(ringAt(state, state).every((node) => Math.abs(node.radial) < 1e-9)).toBe(true);
});

test('chords are the configured ones, else the diameters of a closed ring', () => {
  expect(chordsOf({ chords: [[1, 4]] }, [0, 1, 2, 3, 4, 5])).toEqual([[1, 4]]);
  expect(chordsOf(undefined, [0, 1, 2, 3])).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(chordsOf({ open: true }, [0, 1, 2, 3])).toEqual([]);
  expect(chordsOf(undefined, [0, 1, 2])).toEqual([]);
});

test('an open arc is drawn between its fixed ends', () => {
  // Three segments of 1000 mm that have drifted by (30, 60) mm at the last node, whose second node moved by 5 mm.
  const first: Place[] = [
    [0, 0],
    [0, 1000],
    [1000, 1000],
    [1000, 0],
  ];
  const moves: Place[] = [
    [0, 0],
    [0, 5],
    [0, 0],
    [0, 0],
  ];
  const seen = first.map(([x, y], i): Place => [x + (moves[i]?.[0] ?? 0) + 10 * i, y + (moves[i]?.[1] ?? 0) + 20 * i]);
  const arc = {
    observed: row(seen.map(([x, y]) => ({ x, y }))),
    changes: row(moves.map(([x, y]) => ({ x, y }))),
    end: [1000, 0] as Place,
  };
  const nodes = ringAt(arc, null);
  nodes.forEach((node, i) => {
    // The segments that are seen are a little longer than laid, so the shares differ by as much.
    expect(distance(node.before, first[i] as Place)).toBeLessThan(1.5);
  });
  expect(nodes[3]?.now).toEqual([1000, 0]);
  expect((nodes[1]?.now[1] ?? 0) - (nodes[1]?.before[1] ?? 0)).toBeCloseTo(5, 9);
});
