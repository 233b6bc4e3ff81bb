import { isNewer, problemOf } from './versions';

test.each([
  ['1.10.0.0', '1.9.9.9', true],
  ['1.2.0.4', '1.2.0.4', false],
  ['1.2.0.3', '1.2.0.4', false],
  ['', '1.2.0.4', false],
  ['beta', '1.2.0.4', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

test.each([
  ['HDA3-1.2.0.4-spring.hsf', 1, undefined],
  ['HDA3-1.2.0-spring.hsf', 1, 'badName'],
  ['HDA3-1.2.0.4-春.hsf', 1, 'badName'],
  ['HDA3-1.2.0.4-new one.hsf', 1, 'badName'],
  ['HDA3-1.2.0.4-a.bin', 1, 'badName'],
  ['HDA3-1.2.0.4-a.hsf', 16 * 1024 * 1024, undefined],
  ['HDA3-1.2.0.4-a.hsf', 16 * 1024 * 1024 + 1, 'tooLarge'],
  ['HDA3-1.2.0.4-a.hsf', 0, 'empty'],
])('the problem of %s with %d bytes is %s', (name, size, expected) => {
  expect(problemOf({ name, size })).toBe(expected);
});
