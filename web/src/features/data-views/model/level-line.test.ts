import {
  isOutside,
  type LevelLine,
  type LineReading,
  levelDifference,
  lineTable,
  relativeTo,
  type Vessel,
  vesselSeries,
  vesselsShown,
} from './level-line';
import { csvText } from './table';

const vessel = (id: number, reference = false): Vessel => ({
  id,
  name: `V${id}`,
  reference,
  readings: 2,
  point: undefined,
});
const vessels = [vessel(1, true), vessel(2), vessel(3), vessel(4)];

/** The worked numbers of formulas.md section 15. */
const now: LineReading = {
  t: 3_600_000,
  settlement: [0, -0.863, 0.036, -1.952],
  level: [50.596, 50.112, 52.377, 51.884],
  temp: [20, 20, null, 21],
};
const line: LevelLine = {
  ...{ tolerance: 300_000, vessels, times: [0, 3_600_000], skipped: 1, total: 2, marks: [] },
  readings: [
    { t: 0, settlement: [0, 0, 0, null], level: [50.214, 48.867, 52.031, 49.55], temp: [19, 19, 19, 19] },
    now,
  ],
};

test('another vessel as the reference moves all settlements', () => {
  const moved = relativeTo(now.settlement, 3).map((value) => Number(value?.toFixed(3)));
  expect(moved).toEqual([1.952, 1.089, 1.988, 0]);
  expect(relativeTo([1, null], 1)).toEqual([null, null]);
  expect(relativeTo([1, null], -1)).toEqual([1, null]);
});

test('the difference of levels is against the reference vessel', () => {
  expect(levelDifference(now, vessels).map((value) => Number(value?.toFixed(3)))).toEqual([0, -0.484, 1.781, 1.288]);
  expect(levelDifference(now, [vessel(1)])[0]).toBeNull();
});

test('a vessel works between 10 and 190 mm', () => {
  expect([9.99, 10, 190, 190.01, null].map(isOutside)).toEqual([true, false, false, true, false]);
});

test('curves keep the color of their vessel; by default the five that settled most', () => {
  const drawn = vesselSeries(line, [2, 4], { reference: -1, interval: 3600, unit: 'mm', decimals: 2 });
  expect(drawn.map(({ color, samples }) => [color, samples.at(-1)?.[1]])).toEqual([
    [1, -0.863],
    [3, -1.952],
  ]);
  expect(vesselsShown({ ...line, vessels: [...vessels, vessel(5), vessel(6)] }, [], now)).toEqual([1, 2, 3, 4, 5]);
  expect(vesselsShown(line, [9, 3], now)).toEqual([3]);
});

test('the file has a column for each value of each vessel', () => {
  const heads = { time: 'Time', settlement: 'S mm', level: 'h mm', temp: 'T °C' };
  const rows = csvText(lineTable({ ...line, vessels: [{ ...vessel(1), name: 'a "b"' }] }, heads, String)).split('\r\n');
  expect(rows[0]).toBe('\uFEFFTime,"a ""b"" S mm","a ""b"" h mm","a ""b"" T °C"');
  expect(rows[2]).toBe('3600000,0,50.596,20');
});
