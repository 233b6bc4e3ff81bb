import { expect, test } from 'vitest';
import { clock, quietParts } from './quiet';

test.each([
  [720, 810, [[720, 810]]],
  [
    1320,
    420,
    [
      [0, 420],
      [1320, 1440],
    ],
  ],
  [
    1080,
    60,
    [
      [1080, 1440],
      [0, 60],
    ],
  ],
  [1320, 0, [[1320, 1440]]],
  [60, 60, []],
])('quiet from %i to %i', (from, to, want) => {
  expect(quietParts(from, to).map((one) => [one.from, one.to])).toEqual(want);
});

test('minutes are shown as a clock', () => {
  expect([0, 65, 1320, 1440].map(clock)).toEqual(['00:00', '01:05', '22:00', '24:00']);
});
