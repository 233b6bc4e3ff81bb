import { codePattern, daysLeft } from './license';

test('a license is valid until the end of its last day', () => {
  const noon = Date.UTC(2026, 4, 1, 12);
  expect(daysLeft('2026-05-01', noon)).toBe(0);
  expect(daysLeft('2026-05-02', noon)).toBe(1);
  expect(daysLeft('2026-04-01', noon)).toBe(0);
  expect(daysLeft('', noon)).toBeUndefined();
});

test('a license code is 44 base64 characters', () => {
  expect(codePattern.test(`${'A'.repeat(43)}=`)).toBe(true);
  expect(codePattern.test('A'.repeat(44))).toBe(false);
  expect(codePattern.test(`${'A'.repeat(42)}=`)).toBe(false);
});
