import { languages } from '@/ui/i18n/languages';

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<{ default: Texts }>('./*/*.ts', { eager: true });

function flatten(texts: Texts, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === 'string') found.set(at, value);
    else for (const [inner, text] of flatten(value, at)) found.set(inner, text);
  }
  return found;
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map((match) => match[1] ?? '').sort();
}

/** A key for one item, next to the key for several. */
const ofOne = /_one$/;

const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[2]?.replace('.ts', '') ?? ''))];

/** A count and, at most two words on, the name of what is counted in the plural. */
const plural = /\{\{count[^}]*\}\}(?: (?:[a-z]+|\{\{level\}\})){0,2} [a-z]+(?<!s)s\b/;

describe.each(namespaces)('texts of %s', (namespace) => {
  const byLanguage = new Map(
    languages.map((language) => [language, flatten(files[`./${language}/${namespace}.ts`]?.default ?? {})]),
  );
  const zh = byLanguage.get('zh') ?? new Map<string, string>();

  test.each(languages.filter((language) => language !== 'zh'))('%s has the same keys as zh', (language) => {
    const many = [...(byLanguage.get(language)?.keys() ?? [])].filter((key) => language !== 'en' || !ofOne.test(key));
    expect(many.sort()).toEqual([...zh.keys()].sort());
  });

  test.each(languages)('%s has the same placeholders as zh, and no empty text', (language) => {
    for (const [key, text] of byLanguage.get(language) ?? []) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(zh.get(key.replace(ofOne, '')) ?? ''));
    }
  });

  test('English has singular forms', () => {
    const texts = byLanguage.get('en') ?? new Map<string, string>();
    const many = [...texts].filter(([key, text]) => !ofOne.test(key) && plural.test(text));
    for (const [key, text] of many) {
      const one = texts.get(`${key}_one`);
      expect(one, `${key}_one is missing: ${text}`).toBeDefined();
      expect(one, `${key}_one`).not.toBe(text);
    }
  });

  test('English is written in Latin script', () => {
    for (const [key, text] of byLanguage.get('en') ?? []) expect(text, key).not.toMatch(/\p{Script=Han}/u);
  });

  test('Chinese texts have no polite pronoun and no exclamation mark', () => {
    for (const language of ['zh', 'zh-TW'] as const) {
      for (const [key, text] of byLanguage.get(language) ?? [])
        expect(text, `${language} ${key}`).not.toMatch(/[您！]/);
    }
  });
});
