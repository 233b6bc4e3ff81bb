import { preferredLanguage } from './languages';

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['zh-TW'], 'zh-TW'],
  [['en-GB', 'zh'], 'en'],
  [['de', 'en'], 'en'],
  [['fr'], 'zh'],
  [[], 'zh'],
])('browser languages %j select %s', (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
