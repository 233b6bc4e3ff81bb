import { readdirSync } from 'node:fs';
import i18next, { type Resource, type ResourceKey } from 'i18next';
import { type Language, languages } from '../src/ui/i18n/languages';
import type { ThemeName } from '../src/ui/theme/tokens';

/** A language and a theme, as a person has chosen them. */
export interface Look {
  language: Language;
  theme: ThemeName;
}

/** Every look that the product has. */
export const looks: Look[] = languages.flatMap((language) => [
  { language, theme: 'default' },
  { language, theme: 'white' },
]);

/** Whether a run visits every look, as before a release; otherwise each language once and each theme. */
export const everyLook = process.env.LOOKS === 'every';

/** The looks in which a run opens pages. */
export const visited: Look[] = everyLook
  ? looks
  : [
      { language: 'zh', theme: 'default' },
      { language: 'en', theme: 'white' },
      { language: 'zh-TW', theme: 'default' },
    ];

/** Of the looks of a journey of minutes, those that a run makes: the first, or every one. */
export const journeyed = (all: Look[]): Look[] => (everyLook ? all : all.slice(0, 1));

/** The looks in which a run opens pages, that of a language first. */
export const beginning = (language: Language): Look[] => [
  ...visited.filter((look) => look.language === language),
  ...visited.filter((look) => look.language !== language),
];

/** The product's own text of a key, as the screen shows it: namespace:path.of.key. */
export type Words = (key: string, values?: Record<string, unknown>) => string;

const folder = new URL('../src/locales/', import.meta.url);

async function read(): Promise<Resource> {
  const texts: Resource = {};
  for (const language of languages) {
    const files = readdirSync(new URL(language, folder)).map((file) => file.replace(/\.ts$/, ''));
    const loaded = files.map(async (file): Promise<[string, ResourceKey]> => {
      return [file, (await import(new URL(`${language}/${file}.ts`, folder).href)).default];
    });
    texts[language] = Object.fromEntries(await Promise.all(loaded));
  }
  return texts;
}

const resources = await read();
const i18n = i18next.createInstance();
await i18n.init({ resources, fallbackLng: false, defaultNS: 'common', interpolation: { escapeValue: false } });

/** The texts of a language. A missing key fails the test that uses it. */
export function words(language: Language): Words {
  const t = i18n.getFixedT(language);
  return (key, values = {}) => {
    if (!i18n.exists(key, { lng: language, ...values })) throw new Error(`no text ${key} in ${language}`);
    return t(key as never, values) as unknown as string;
  };
}

function leaves(tree: ResourceKey, path = ''): [key: string, text: string][] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree).flatMap(([name, below]) => leaves(below, path ? `${path}.${name}` : name));
}

const textsOf = (language: Language) =>
  Object.entries(resources[language] ?? {}).flatMap(([file, tree]) =>
    leaves(tree).map(([key, text]) => ({ file, key, text })),
  );

/** Keys as shown if their text is missing; words such as "none" that are texts themselves do not count. */
const keys = new Set(textsOf('zh').flatMap(({ file, key }) => [`${file}:${key}`, ...(key.includes('.') ? [key] : [])]));

/** Whole texts that another language has and this one has not. */
function foreignTexts(language: Language): Set<string> {
  const own = new Set(textsOf(language).map(({ text }) => text));
  const others = languages.filter((other) => other !== language).flatMap(textsOf);
  return new Set(others.map(({ text }) => text).filter((text) => text.length > 1 && !own.has(text)));
}
const foreign = new Map(languages.map((language) => [language, foreignTexts(language)]));

/** Data that equals a text of the product: the names of the demo's administrator and corporation, and intervals. */
const data = new Set(['Administrator', '准绳', '1 h', '6 h', '30 d']);

/** The words of a page that do not belong to its language: keys without a text, texts of another language. */
export function strangeWords(language: Language, shown: readonly string[]): string[] {
  const strange = shown.filter((text) => keys.has(text) || foreign.get(language)?.has(text));
  return [...new Set(strange)].filter((text) => !data.has(text));
}
