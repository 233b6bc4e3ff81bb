import { isStrong, passwordRuleNames, passwordRules, withoutChinese } from './password';

const unmet = (password: string) => passwordRuleNames.filter((rule) => !passwordRules[rule](password));

test.each([
  ['Abcdef1!', []],
  ['abcdef1!', ['upper']],
  ['ABCDEF1!', ['lower']],
  ['Abcdefg!', ['digit']],
  ['Abcdefg1', ['symbol']],
  ['Ab1!', ['length']],
  ['Abcdefghijklm12!!', ['length']],
  ['Abccc12!', ['repeat']],
])('%s fails %j', (password, rules) => {
  expect(unmet(password)).toEqual(rules);
  expect(isStrong(password)).toBe(rules.length === 0);
});

test('nothing at all meets no rule', () => {
  expect(unmet('')).toEqual(passwordRuleNames);
});

test('Chinese characters cannot be typed', () => {
  expect(withoutChinese('密Ab码1!')).toBe('Ab1!');
});
