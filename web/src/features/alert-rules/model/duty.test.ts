import { expect, test } from 'vitest';
import { zoneShift } from '@/ui/format/zoned';
import { barsOf, mondayOf, rowsOf } from './duty';

const shanghai = zoneShift('Asia/Shanghai');
const berlin = zoneShift('Europe/Berlin');

test.each([
  ['Sunday night is still the week before', '2026-01-11T15:59:00Z', 0, '2026-01-05'],
  ['Monday in the zone', '2026-01-11T16:00:00Z', 0, '2026-01-12'],
  ['two weeks later', '2026-01-14T00:00:00Z', 2, '2026-01-26'],
])('%s', (_, now, week, want) => {
  expect(new Date(mondayOf(Date.parse(now), week, shanghai)).toISOString().slice(0, 10)).toBe(want);
});

const span = (from: string, to: string, accountId: number, swapId = 0) => ({
  from: Date.parse(from),
  to: Date.parse(to),
  accountId,
  swapId,
});

test('bars are cut to the days that are shown', () => {
  const first = Date.UTC(2026, 0, 5);
  const spans = [
    span('2025-12-29T08:00+08:00', '2026-01-05T12:00+08:00', 1),
    span('2026-01-05T12:00+08:00', '2026-01-12T12:00+08:00', 2),
    span('2026-01-12T12:00+08:00', '2026-01-19T12:00+08:00', 1),
  ];
  expect(barsOf(spans, 1, first, 7, shanghai).map(({ left, width }) => [left, width])).toEqual([[0, 0.5 / 7]]);
  expect(barsOf(spans, 2, first, 7, shanghai).map(({ left, width }) => [left, width])).toEqual([[0.5 / 7, 6.5 / 7]]);
  expect(barsOf(spans, 3, first, 7, shanghai)).toEqual([]);
});

test('hand-overs stay at their hour when the clock is changed', () => {
  const spans = [span('2026-03-23T08:00+01:00', '2026-03-30T08:00+02:00', 1)];
  const [bar] = barsOf(spans, 1, Date.UTC(2026, 2, 23), 14, berlin);
  expect((bar?.left ?? 0) * 14 * 24).toBeCloseTo(8);
  expect((bar?.width ?? 0) * 14 * 24).toBeCloseTo(7 * 24);
});

test('somebody who takes over has a row below the order', () => {
  const spans = [
    span('2026-01-05T00:00Z', '2026-01-06T00:00Z', 9, 5),
    span('2026-01-06T00:00Z', '2026-01-07T00:00Z', 0),
  ];
  expect(rowsOf({ accountIds: [3, 1], spans })).toEqual([3, 1, 9]);
});
