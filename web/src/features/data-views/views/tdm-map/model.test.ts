import type { Sample } from '@/entities/chart/gaps';
import { bearing, type Fix, fixAt, outside, paceOf, speedOf, stopsOf, trackOf, unbroken } from './model';

const minute = 60_000;
const meter = 1 / 111_195.08;
const series = (fields: Record<string, readonly Sample[]>) =>
  ({ series: Object.entries(fields).map(([field, samples]) => ({ field, samples })) }) as never;
const fix = (t: number, east: number, north = 0): Fix => ({
  ...{ t, lat: north * meter, lon: east * meter, height: null, speed: null, heading: null, moved: null },
});
const settings = { interval: 600, minStep: 2, hdopLimit: 5 };

test('speed is the distance by the time, the heading that of the last step', () => {
  const { fixes } = trackOf({
    ...settings,
    observed: series({
      lat: [
        [0, 30.527182],
        [600_000, 30.528014],
        [1_200_000, 30.528014],
      ],
      lon: [
        [0, 114.358901],
        [600_000, 114.360277],
        [1_200_000, 114.360277],
      ],
    }),
    accumulated: series({
      moved: [
        [0, 0],
        [600_000, 161.025],
        [1_200_000, 161.025],
      ],
    }),
    raw: series({}),
  });
  expect(fixes[0]).toMatchObject({ speed: null, heading: null, moved: 0 });
  expect(fixes[1]?.speed).toBeCloseTo(161.02482 / 600, 6);
  expect(fixes[1]?.heading).toBeCloseTo(54.94, 1);
  expect(fixes[2]).toMatchObject({ speed: 0, heading: null, moved: 161.025 });
});

test('speed and heading that the point computes count; at rest there is no heading', () => {
  const { fixes } = trackOf({
    ...settings,
    observed: series({
      lat: [
        [0, 30],
        [1, 30.001],
        [2, 30.001],
      ],
      lon: [
        [0, 114],
        [1, 114],
        [2, 114],
      ],
      speed: [
        [0, 0.1],
        [1, 0.4],
        [2, 0.02],
      ],
      heading: [
        [0, 90],
        [1, 12],
        [2, 250],
      ],
    }),
    accumulated: series({}),
    raw: series({}),
  });
  expect(fixes.map(({ speed, heading }) => [speed, heading])).toEqual([
    [0.1, 90],
    [0.4, 12],
    [0.02, null],
  ]);
});

test('fixes without a result are counted by their reason', () => {
  const times = [0, 1, 2, 3].map((i) => [i, 30] as const);
  const { fixes, hidden } = trackOf({
    ...settings,
    observed: series({
      lat: [
        [0, 30],
        [3, 30],
      ],
      lon: [
        [0, 114],
        [3, 114],
      ],
    }),
    accumulated: series({}),
    raw: series({
      lat: times,
      hdop: [
        [0, 1],
        [1, 5.1],
        [2, 5],
        [3, 1],
      ],
    }),
  });
  expect(fixes).toHaveLength(2);
  expect(hidden).toEqual({ poor: 1, other: 1 });
});

test('a stop lasts more than 30 min within 20 m, and ends at a gap', () => {
  const moving = [0, 1, 2].map((i) => fix(i * 10 * minute, i * 100));
  const resting = [3, 4, 5, 6, 7].map((i) => fix(i * 10 * minute, 400 + (i % 2) * 19));
  const after = [8, 9].map((i) => fix(i * 10 * minute, 900 + i * 100));
  const fixes = [...moving, ...resting, ...after];
  expect(stopsOf({ fixes, gaps: [] })).toMatchObject([{ from: 30 * minute, to: 70 * minute, count: 5 }]);
  const gaps = [{ from: 50 * minute, to: 60 * minute }];
  expect(stopsOf({ fixes, gaps })).toEqual([]);
  expect(unbroken({ fixes, gaps }).map(({ length }) => length)).toEqual([6, 4]);
  const half = resting.slice(0, 4); // 30 min exactly
  expect(stopsOf({ fixes: half, gaps: [] })).toEqual([]);
});

test('a fence, bearings and the fix at a time', () => {
  const fence = { lat: 0, lon: 0, reach: 60 };
  expect(outside(fence, fix(0, 100))).toBeCloseTo(40, 2);
  expect(outside(fence, fix(0, 10))).toBeCloseTo(-50, 2);
  expect(bearing(fix(0, 0), fix(1, -5))).toBeCloseTo(270, 6);
  const fixes = [10, 20, 30].map((t) => fix(t, 0));
  expect([5, 10, 19, 20, 99].map((t) => fixAt(fixes, t))).toEqual([0, 0, 0, 1, 2]);
});

test('a replay passes one interval in 600 ms', () => {
  expect(paceOf([], 600, 1)).toBe(1000);
  expect(paceOf([], 600, 60)).toBe(60_000);
  expect(
    paceOf(
      [0, 60_000, 120_000, 500_000].map((t) => fix(t, 0)),
      0,
      10,
    ),
  ).toBe(1000);
  expect(['10', '60', '7', null].map(speedOf)).toEqual([10, 60, 1, 1]);
});
