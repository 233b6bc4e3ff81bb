import { estimateAxis } from '@/entities/chart/estimate';
import type { Difference, Movement, Relation } from '../../queries/relations';
import { apartChart, apartTable, bothChart, distortionDecimals, perDistance } from './apart';
import { movedChart, movingTable, quantityChart, unitOf } from './moving';
import { lagChart, restChart, scatterChart } from './scatter';

const day = 24 * 3_600_000;
const write = {
  number: (v: number | null | undefined, decimals: number) => (v ?? Number.NaN).toFixed(decimals),
  time: (t: number) => `t${t}`,
} as never;

const relation = {
  ...{ unit: 'mm', decimals: 2, otherUnit: '°C', otherDecimals: 1, from: 0, to: 100, lag: 3, deviation: 0.5 },
  rows: [{ time: 50, value: 2, other: 20, residual: -0.2 }],
  line: [
    { other: 10, value: 1, low: 0, high: 2 },
    { other: 30, value: 3, low: 2, high: 4 },
  ],
} as unknown as Relation;
const scatterWords = {
  ...{ value: 'w', other: 'T', line: 'line', band: 'band', rest: 'rest', correlation: 'r', lag: 'lag' },
  ...{ found: '3 h', unrelated: 'limit' },
};

test('pairs are drawn against the other readings, with a dashed line', () => {
  const chart = scatterChart(relation, scatterWords);
  expect(chart.dots).toEqual([{ t: 50, x: 20, y: 2, rest: -0.2 }]);
  expect(chart).toMatchObject({ x: { name: 'T', unit: '°C' }, y: { name: 'w', unit: 'mm' } });
  expect(chart.curves[0]).toMatchObject({
    look: 'dashed',
    points: [
      [10, 1],
      [30, 3],
    ],
  });
  expect(chart.band?.rows[1]).toEqual([30, 2, 4]);
});

test('a searched lag is marked among the correlations, a given one leaves the residual', () => {
  expect(lagChart(relation, scatterWords)).toBeNull();
  const search = { step: 3_600_000, limit: 0.3, atEnd: false, lags: [{ lag: 3, r: 0.9, pairs: 50 }] };
  const chart = lagChart({ ...relation, search }, scatterWords);
  expect(chart?.marks).toEqual([{ x: 3, text: '3 h' }]);
  expect(chart?.levels.map(({ value }) => value)).toEqual([0, 0.3, -0.3]);
  expect(chart?.curves[0]?.points).toEqual([[3, 0.9]]);
  const rest = restChart(relation, scatterWords);
  expect(rest.curves[0]?.samples).toEqual([[50, -0.2]]);
  expect(rest.levels?.map(({ value }) => value)).toEqual([1, 0, -1]);
});

const difference = {
  ...{ unit: 'mm', decimals: 2, from: 0, to: 2 * day, value: -5, rate: -0.5 },
  rows: [
    { time: 0, value: -6, other: -1, difference: -5, distortion: null },
    { time: 2 * day, value: -12.37, other: -4.81, difference: -7.56, distortion: -0.4153846 },
  ],
} as unknown as Difference;
const apartWords = {
  ...{ field: 'x', value: 'a', other: 'b', difference: 'a − b', distortion: 'tilt', trend: 'trend', time: 'time' },
};

test('differences have a dashed trend; with a distance they are divided by it', () => {
  const plain = apartChart(difference, null, [0, 3 * day], [], apartWords);
  expect(plain).toMatchObject({ unit: 'mm', decimals: 2, axisName: 'a − b' });
  expect(plain.curves[1]?.look).toBe('dashed');
  expect(plain.curves[1]?.samples).toEqual([
    [0, -5],
    [2 * day, -6],
  ]);
  const tilted = apartChart(difference, 18.2, [0, 3 * day], [], apartWords);
  expect(tilted).toMatchObject({ unit: '‰', decimals: 4, axisName: 'tilt' });
  expect(tilted.curves[0]?.samples[1]).toEqual([2 * day, -0.4153846]);
  expect(tilted.curves[1]?.samples[1]?.[1]).toBeCloseTo(-6 / 18.2, 9);
  expect(bothChart(difference, [0, 1], [], apartWords).curves.map(({ samples }) => samples[1]?.[1])).toEqual([
    -12.37, -4.81,
  ]);
});

test('a distortion is that of formulas.md, in any unit of length', () => {
  expect(perDistance(-12.37 + 4.81, 'mm', 18.2)).toBeCloseTo(-0.4153846, 7);
  expect(perDistance(-0.00756, 'm', 18.2)).toBeCloseTo(-0.4153846, 7);
  expect(perDistance(1, '°C', 18.2)).toBeNaN();
  expect(distortionDecimals({ unit: 'mm', decimals: 2 }, 1)).toBe(2);
  expect(distortionDecimals({ unit: 'm', decimals: 4 }, 10)).toBe(2);
});

test('the table of differences has the distortion if there is a distance', () => {
  expect(apartTable(difference, null, write, apartWords).columns.map(({ title }) => title)).toEqual([
    ...['time', 'a mm', 'b mm', 'a − b mm'],
  ]);
  expect(apartTable(difference, 18.2, write, apartWords).rows[0]).toEqual([
    ...[`t${2 * day}`, '-12.37', '-4.81', '-7.56', '-0.4154'],
  ]);
});

const still = { rate: null, rateLow: null, rateHigh: null, acceleration: null, accelerationLow: null };
const moves = { rate: 2, rateLow: 1.5, rateHigh: 2.5, acceleration: 0.1, accelerationLow: -0.1, accelerationHigh: 0.3 };
const movement = {
  ...{ unit: 'mm', decimals: 2, from: 0, to: 4 * day },
  creep: { from: 0, to: day, readings: 24, value: 1, rate: 0.5, rateError: 0.01, determined: true, stage: 'initial' },
  rows: [
    { ...still, time: 0, value: 1, accelerationHigh: null, angle: null, angleLow: null, angleHigh: null },
    { ...moves, time: 4 * day, value: 9, angle: 76, angleLow: 70, angleHigh: 80 },
  ],
} as unknown as Movement;
const movingWords = {
  ...{ measured: 'x', creep: 'creep', creepFrom: 'from', creepTo: 'to', band: 'band', time: 'time', value: 'x' },
  ...{ rate: 'rate', acceleration: 'acc', angle: 'angle', uniformRate: 'uniform' },
  criterion: { uniform: '45°', medium: '80°', near: '85°' },
};
const read = { answer: { start: 0, end: 5 * day }, series: { samples: [[0, 1]], gaps: [] } } as never;
const axis = { name: 'x', unit: 'mm', decimals: 2 };

test('uniform creep goes on as a dashed line to the last reading', () => {
  const chart = movedChart(read, movement, axis, movingWords);
  expect(chart?.fit).toEqual([0, day]);
  expect(chart?.curves[1]).toMatchObject({
    look: 'dashed',
    samples: [
      [0, 1],
      [4 * day, 3],
    ],
  });
  expect(movedChart(read, null, axis, movingWords)?.curves.map(({ key }) => key)).toEqual(['measured']);
});

test('a quantity is drawn with its interval, angles with their criteria', () => {
  const rate = quantityChart(movement, 'rate', [0, 5 * day], movingWords);
  expect(rate).toMatchObject({ unit: 'mm/d', decimals: 3, band: { rows: [[4 * day, 1.5, 2.5]] } });
  expect(rate?.levels?.map(({ value }) => value)).toEqual([0, 0.5]);
  expect(rate?.curves[0]?.look).toBe('dashed');
  const angle = quantityChart(movement, 'angle', [0, 5 * day], movingWords);
  expect(angle?.levels?.map(({ value }) => value)).toEqual([45, 80, 85]);
  expect(angle && estimateAxis(angle).axis.max).toBeGreaterThanOrEqual(85);
  expect(unitOf('acceleration', movement)).toEqual({ unit: 'mm/d²', decimals: 4 });
  const without = { ...movement, rows: movement.rows.slice(0, 1) };
  expect(quantityChart(without, 'rate', [0, 5 * day], movingWords)).toBeNull();
});

test('the table of a movement has intervals, and angles if there is uniform creep', () => {
  const { columns, rows } = movingTable(movement, write, movingWords);
  expect(columns.map(({ title }) => title)).toEqual([
    ...['time', 'x mm', 'rate mm/d', 'rate mm/d ↓', 'rate mm/d ↑'],
    ...['acc mm/d²', 'acc mm/d² ↓', 'acc mm/d² ↑', 'angle °', 'angle ° ↓', 'angle ° ↑'],
  ]);
  expect(rows[0]?.slice(0, 5)).toEqual([`t${4 * day}`, '9.00', '2.000', '1.500', '2.500']);
  expect(rows[1]?.slice(2)).toEqual(Array.from({ length: 9 }, () => ''));
  const { creep: _, ...without } = movement;
  expect(movingTable(without as Movement, write, movingWords).columns).toHaveLength(8);
});
