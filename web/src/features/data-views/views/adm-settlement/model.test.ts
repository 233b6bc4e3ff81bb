import type { ReadingRow } from '../../model/types';
import {
  alongSegments,
  bounded,
  chainageStart,
  chainageText,
  limitsOf,
  lineLook,
  lineNodes,
  slopes,
  storedBoundary,
  surveyOf,
  tilted,
} from './model';

// formulas.md section 12: L = 1000 mm, tilt in degrees.
const before = [0.312, 0.15, -0.085, -0.24, 0.055, 0.41];
const now = [0.238, 0.081, -0.131, -0.221, 0.148, 0.532];
const heights = (angles: number[]) => {
  let z = 0;
  return [0, ...angles.map((angle) => (z += 1000 * Math.sin((angle * Math.PI) / 180)))];
};
const node = (value: number | null, no: number) => ({ no, depth: no, value });
const first = heights(before);
const tilt = heights(now).map((z, k) => node(z - (first[k] ?? 0), k));
const table = {
  near: [0, -1.29152868, -2.49580334, -3.29865335, -2.96704348, -1.34389, 0.78533934],
  far: [-0.78533934, -2.07686802, -3.28114268, -4.08399269, -3.75238282, -2.12922934, 0],
  both: [-1.2, -2.5057519, -3.72424979, -4.54132302, -4.22393637, -2.61500612, -0.5],
};
const survey = { near: -1.2, far: -0.5 };
const none = { near: 0, far: 0 };

const expectNear = (nodes: { value: number | null }[], wanted: number[]) =>
  nodes.forEach((one, k) => {
    expect(one.value).toBeCloseTo(wanted[k] ?? Number.NaN, 7);
  });

describe('the boundary', () => {
  it('has the worked numbers of formulas.md', () => {
    expectNear(bounded(tilt, 'near', none), table.near);
    expectNear(bounded(tilt, 'far', none), table.far);
    expectNear(bounded(tilt, 'both', survey), table.both);
  });

  it('is undone from every stored one', () => {
    expectNear(tilted(bounded(tilt, 'near', survey), 'near', survey, null), table.near);
    expectNear(tilted(bounded(tilt, 'far', survey), 'far', survey, null), table.near);
    expectNear(tilted(bounded(tilt, 'both', survey), 'both', survey, table.near[6] ?? 0), table.near);
  });

  it('needs the far end, except if the near one is fixed', () => {
    const cut = tilt.map((one) => (one.no === 6 ? node(null, 6) : one));
    expect(bounded(cut, 'far', none).every((one) => one.value === null)).toBe(true);
    expectNear(bounded(cut, 'near', none).slice(0, 6), table.near.slice(0, 6));
  });

  it('of both ends falls back to the near one without levelling', () => {
    const row: ReadingRow = {
      t: 1,
      flags: [],
      values: {},
      nodes: tilt.map(({ no, depth, value }) => ({ no, depth, values: { settlement: value } })),
    };
    const reference = { base: null, stored: 'far' as const, boundary: 'both' as const, survey: null, rise: () => null };
    expectNear(lineNodes(row, 'settlement', reference), table.near);
    const known = { ...reference, stored: 'near' as const, survey: none };
    expect(lineNodes(row, 'settlement', known).at(-1)?.value).toBeCloseTo(0, 9);
    expect(lineNodes(row, 'settlement', { ...known, base: row }).every((one) => one.value === 0)).toBe(true);
  });

  it('is read from the configuration', () => {
    expect([undefined, 'top', 'bottom', 'far', 'both'].map(storedBoundary)).toEqual([
      ...['near', 'near', 'far', 'far', 'both'],
    ]);
    expect(surveyOf([{ sysFormula: 'ARRAY_HORIZONTAL', params: { SN: -2 } }])).toEqual({ near: 0, far: -2 });
    expect(surveyOf([{ sysFormula: 'ARRAY_HORIZONTAL' }])).toBeNull();
  });
});

test('slopes are mm per m between neighbors, and unknown next to a missing node', () => {
  const nodes = [node(0, 0), node(-3, 2), node(null, 3), node(1, 4)];
  expect(slopes(nodes).map((one) => one.value)).toEqual([-1.5, null, null]);
  expect(alongSegments(nodes).map((one) => one.value)).toEqual([null, -3, null, null]);
});

test('chainage grows with the distance', () => {
  const start = chainageStart('DK12+985.5');
  expect(start).toEqual({ prefix: 'DK', meters: 12_985.5 });
  expect(start && [0, 14.5, 20].map((place) => chainageText(start, place))).toEqual([
    ...['DK12+985.5', 'DK13+000', 'DK13+005.5'],
  ]);
  expect(chainageStart('west portal')).toBeNull();
});

test('limits belong to stored values only', () => {
  const field = { name: 'settlement', label: '', unit: 'mm', decimals: 2, valueTypes: [] };
  const point = { field, main: 'accumulated' as const, noInitial: false };
  const threshold = { field: 'settlement', valueType: 'accumulated', enable: true } as never;
  const of = (end: string | null, mode: string | null = null) => {
    const look = lineLook(point, [field], { type: null, mode, end });
    if (!look) throw new Error('no look');
    const reference = { base: null, stored: 'near' as const, boundary: look.boundary, survey: none, rise: () => null };
    return limitsOf(look, reference, [threshold]).length;
  };
  expect([of(null), of('near'), of('far'), of(null, 'segment')]).toEqual([1, 1, 0, 0]);
});
