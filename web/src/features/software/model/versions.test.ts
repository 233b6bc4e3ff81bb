import { isNewer, nameRule } from './versions';

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
  ['HDA3-1.2.0.4-spring.hsf', true],
  ['HDA3-1.2.0-spring.hsf', false],
  ['HDA3-1.2.0.4-春.hsf', false],
  ['HDA3-1.2.0.4-new one.hsf', false],
  ['HDA3-1.2.0.4-a.bin', false],
])('the name %s is good: %s', (name, expected) => {
  expect(nameRule.test(name)).toBe(expected);
});
