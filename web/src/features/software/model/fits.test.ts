import { fits, nameRule } from './fits';

test.each([
  ['HDA3', true],
  ['hda3_16', true],
  ['HDA2', false],
  ['', false],
])('a file for %s fits an HDA3-16: %s', (type, expected) => {
  expect(fits(type, { type: 'HDA3', model: 'HDA3-16' })).toBe(expected);
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
