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
])('password %s breaks the rules %j', (password, rules) => {
  expect(unmet(password)).toEqual(rules);
  expect(isStrong(password)).toBe(rules.length === 0);
});

test('an empty password breaks every rule', () => {
  expect(unmet('')).toEqual(passwordRuleNames);
});

test('removes Chinese characters', () => {
  expect(withoutChinese('密Ab码1!')).toBe('Ab1!');
});
