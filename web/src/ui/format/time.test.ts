import { ageOf, durationParts, formatTime, freshness, intervalText } from './time';

const evening = Date.UTC(2025, 9, 6, 12, 0, 5);

beforeEach(() => void vi.useFakeTimers({ now: evening }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['Asia/Shanghai', 'full', '2025-10-06 20:00:05'],
  ['Asia/Shanghai', 'list', '10-06 20:00'],
  ['Asia/Shanghai', 'date', '2025-10-06'],
  ['America/New_York', 'clock', '08:00'],
  ['UTC', 'full', '2025-10-06 12:00:05'],
] as const)('in %s, style %s: %s', (zone, style, text) => {
  expect(formatTime(evening, zone, style)).toBe(text);
});

test('lists show the year of times in another year', () => {
  const before = Date.UTC(2020, 11, 20, 13, 29);
  expect(formatTime(before, 'Asia/Shanghai', 'list')).toBe('2020-12-20 21:29');
  expect(formatTime(before, 'Asia/Shanghai', 'day')).toBe('2020-12-20');
  expect(formatTime(evening, 'Asia/Shanghai', 'day')).toBe('10-06');
});

test('midnight is 00, not 24', () => {
  expect(formatTime(Date.UTC(2025, 0, 1, 16, 0, 0), 'Asia/Shanghai')).toBe('2025-01-02 00:00:00');
});

test('a missing time is #N/A', () => {
  expect(formatTime(undefined)).toBe('#N/A');
  expect(formatTime(Number.NaN)).toBe('#N/A');
});

const minute = 60_000;
test.each([
  [30_000, { unit: 'now', count: 0 }],
  [-5 * minute, { unit: 'now', count: 0 }],
  [12 * minute, { unit: 'minutes', count: 12 }],
  [119 * minute, { unit: 'hours', count: 1 }],
  [24 * 60 * minute, { unit: 'days', count: 1 }],
  [364 * 24 * 60 * minute, { unit: 'days', count: 364 }],
  [2162 * 24 * 60 * minute, { unit: 'years', count: 5 }],
  [-6 * minute, { unit: 'aheadMinutes', count: 6 }],
  [-150 * minute, { unit: 'aheadHours', count: 2 }],
])('the age of a time %d ms ago is %j', (ms, age) => {
  expect(ageOf(evening - ms, evening)).toEqual(age);
});

test('late times are shown in seconds, never as just now', () => {
  expect(ageOf(evening - 45_000, evening, true)).toEqual({ unit: 'seconds', count: 45 });
  expect(ageOf(evening + 3_000, evening, true)).toEqual({ unit: 'seconds', count: 0 });
});

test.each([
  [1.5, 'fresh'],
  [1.51, 'late'],
  [3, 'late'],
  [3.01, 'stale'],
])('a reading %d intervals old looks %s', (intervals, look) => {
  const interval = 3600;
  expect(freshness(evening - intervals * interval * 1000, evening, interval)).toBe(look);
});

test('a reading with a future time is stale', () => {
  expect(freshness(evening + 6 * minute, evening, 3600)).toBe('stale');
});

test('splits a duration into days, hours and minutes', () => {
  expect(durationParts((2 * 1440 + 9 * 60 + 4) * minute)).toEqual({ days: 2, hours: 9, minutes: 4 });
});

it.each([
  [1, '1 s'],
  [90, '90 s'],
  [900, '15 min'],
  [5400, '90 min'],
  [7200, '2 h'],
  [86_400, '1 d'],
])('formats an interval of %i s as %s', (seconds, text) => {
  expect(intervalText(seconds)).toBe(text);
});
