/** The three languages by their codes in data and in the browser's storage; zh is the default and the fallback. */
export const languages = ['zh', 'en', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name, as the switch shows it. */
export const languageNames: Record<Language, string> = { zh: '简体中文', en: 'English', 'zh-TW': '繁體中文' };

/** The value of the lang attribute: it also chooses the glyphs of the CJK fonts. */
export const htmlLang: Record<Language, string> = { zh: 'zh-CN', en: 'en', 'zh-TW': 'zh-TW' };

export function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** The language for the first visit: the preferred one of the browser, otherwise Chinese. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (/^zh-(tw|hk|mo|hant)/.test(lower)) return 'zh-TW';
    if (lower.startsWith('zh')) return 'zh';
    if (lower.startsWith('en')) return 'en';
  }
  return 'zh';
}
