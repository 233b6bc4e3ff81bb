import { preferredLanguage } from './languages';

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['zh-TW'], 'zh-TW'],
  [['en-GB', 'zh'], 'en'],
  [['de', 'en'], 'en'],
  [['fr'], 'zh'],
  [[], 'zh'],
])('%j starts in %s', (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
