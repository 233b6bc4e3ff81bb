import { expect, test } from 'vitest';
import { feedingIn } from './feeding';
import type { Version } from './version';

const bound = (validFrom: number, deviceId: number, recordedAt = validFrom, supersededAt = 0): Version => ({
  ...{
    id: validFrom,
    aspect: 'binding',
    note: '',
    recordedBy: 1,
    supersededBy: 0,
    validFrom,
    recordedAt,
    supersededAt,
  },
  value: { sources: [{ role: 'main', deviceId }] },
});

const list = [bound(300, 3), bound(100, 1), bound(200, 2, 250), bound(200, 9, 150, 250)];

test.each([
  ['the device of the range', 120, 180, null, [1]],
  ['one after the other where it was replaced', 120, 300, null, [1, 2, 3]],
  ['nothing before the first one', 10, 90, null, []],
  ['the binding that was in force when it began', 200, 299, null, [2]],
  ['the binding known then', 200, 299, 220, [9]],
  ['nothing that was recorded later', 100, 400, 140, [1]],
])('a file names %s', (_, start, end, known, want) => {
  expect(feedingIn(list, { start, end }, known)).toEqual(want);
});

test('a point that is computed from others has no device', () => {
  const computed = { ...bound(100, 1), value: { sources: [{ role: 'main', pointId: 7 }] } };
  expect(feedingIn([computed], { start: 100, end: 200 }, null)).toEqual([]);
});
