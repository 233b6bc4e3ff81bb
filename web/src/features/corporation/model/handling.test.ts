import { fallback, moved } from './handling';

test('an entry moves by one place and the others keep their order', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('a language without a text shows another one, Chinese first', () => {
  expect(fallback({ 'zh': '雨', 'zh-TW': '豪雨' }, 'en')).toBe('雨');
  expect(fallback({ 'en': 'Rain', 'zh-TW': '豪雨' }, 'zh')).toBe('豪雨');
  expect(fallback({ zh: ' ' }, 'en')).toBe('');
});
