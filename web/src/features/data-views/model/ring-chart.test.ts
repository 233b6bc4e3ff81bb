import { angleOf, type RingNode } from './ring';
import { chordLines, chordRecipe, exaggerationOf, ringDrawing, summaryOf, worstChords } from './ring-chart';

const node = (no: number, before: [number, number], now: [number, number], radial = 0): RingNode => ({
  no,
  before,
  now,
  radial,
});
const ring = [
  node(0, [0, -100], [0, -99], -1),
  node(1, [100, 0], [102, 0], 2),
  node(2, [0, 100], [0, 99], -1),
  node(3, [-100, 0], [-102, 0], 2),
];
const t = (key: string, { scale, unit }: { scale: number; unit: string }) => `${key} ${scale} ${unit}`;
const chords = [
  [0, 2],
  [1, 3],
  [1, 9],
] as const;

test('chords are measured between their nodes, and judged by the stored convergence', () => {
  const threshold = {
    field: 'convergence',
    valueType: 'accumulated',
    blue: 1,
    yellow: 3,
    red: 8,
    enable: true,
  } as never;
  const lines = chordLines(chords, ring, [], (no) => [-2, 4][no] ?? null, [threshold]);
  expect(lines[0]).toMatchObject({ initial: 200, now: 198, convergence: -2, level: 1, share: 0.25, day: null });
  expect(lines[1]).toMatchObject({ convergence: 4, level: 2 });
  expect(lines[2]).toMatchObject({ initial: null, now: null });
  const relative = chordLines(chords, ring, ring, null, [threshold]);
  expect(relative[1]).toMatchObject({ convergence: 4, level: null, share: null, day: 0 });
  expect(worstChords(lines.slice(0, 2), 1)).toEqual([1]);
});

test('the drawing exaggerates the movement only', () => {
  const lines = chordLines(chords.slice(0, 2), ring, [], null, []);
  const source = {
    states: [{ t: 1, nodes: ring }],
    lines,
    shown: [0],
    scale: 10,
    design: 100,
    open: false,
    field: undefined,
  };
  const drawing = ringDrawing(source, { hidden: [] }, t);
  expect(drawing?.caption).toBe('circular.caption 10 mm');
  expect(drawing?.initial[1]).toEqual([100, 0]);
  expect(drawing?.shapes[0]?.places).toEqual([
    [0, -90],
    [120, 0],
    [0, 90],
    [-120, 0],
  ]);
  expect(drawing?.chords.map(({ sign, picked }) => [sign, picked])).toEqual([
    [-1, true],
    [1, false],
  ]);
  expect(ringDrawing(source, { hidden: ['chords'] }, t)?.chords).toEqual([]);
  expect(ringDrawing({ ...source, states: [] }, { hidden: [] }, t)).toBeNull();
});

test('the default exaggeration makes the greatest movement visible', () => {
  expect(exaggerationOf(100, 1, 1)).toBe(100);
  expect(exaggerationOf(null, 7, 2868)).toBe(50);
  expect(exaggerationOf(7, 1000, 2868)).toBe(10);
});

test('angles run counterclockwise from the right', () => {
  expect(ring.map((one) => angleOf(one.before, [0, 0]))).toEqual([270, 0, 90, 180]);
});

test('ovality is unknown for an arc', () => {
  expect(summaryOf(ring, 0, true).ovality).toBeNull();
  expect(summaryOf(ring, 100, false).ovality).toBeCloseTo(30, 9);
});

test('curves are named by their chords', () => {
  const lines = chordLines(chords.slice(0, 2), ring, [], null, []);
  const named = chordRecipe(lines, [0]).refine?.([{ key: 'convergence:1', name: '' } as never]);
  expect(named?.[0]?.name).toBe('1–3');
});
