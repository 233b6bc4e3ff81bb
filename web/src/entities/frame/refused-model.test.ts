import { barsOf, beginOf, isChosen } from './refused-model';

const hour = 3_600_000;

test('counts refused frames by hour and by day, up to the present hour', () => {
  const now = 1_000 * hour + 5;
  const begin = beginOf('day', now);
  expect(begin).toBe(977 * hour);
  const hours = [
    { time: 977 * hour, code: 5302, count: 2 },
    { time: 1_000 * hour, code: 5302, count: 1 },
    { time: 1_000 * hour, code: 5300, count: 4 },
    { time: 900 * hour, code: 5300, count: 9 },
  ];
  const bars = barsOf('day', begin, hours);
  expect(bars).toHaveLength(24);
  expect(bars[0]?.total).toBe(2);
  expect(bars[23]).toMatchObject({ total: 5, from: 1_000 * hour, to: 1_001 * hour });
  expect(bars[23]?.counts.get(5300)).toBe(4);
  const days = barsOf('month', beginOf('month', now), hours);
  expect(days).toHaveLength(30);
  expect(days.map(({ total }) => total).filter(Boolean)).toEqual([9, 7]);
});

test('a choice is a reason, a time, or both', () => {
  const frame = { code: 5302, received: 10 };
  expect(isChosen(frame, {})).toBe(true);
  expect(isChosen(frame, { code: 5300 })).toBe(false);
  expect(isChosen(frame, { code: 5302, from: 10, to: 20 })).toBe(true);
  expect(isChosen(frame, { from: 11, to: 20 })).toBe(false);
  expect(isChosen({ ...frame, received: 20 }, { from: 10, to: 20 })).toBe(false);
});
