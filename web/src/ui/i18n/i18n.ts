import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { htmlLang, isLanguage, type Language, preferredLanguage } from './languages';
import { loadPartTexts } from './part-texts';

const key = 'plumbline.language';
const files = import.meta.glob<{ default: ResourceKey }>('../../locales/*/*.ts');

/** Loads src/locales/<language>/<namespace>.ts when a page first uses the namespace. */
const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../../locales/${language}/${namespace}.ts`];
    if (!load) {
      done(new Error(`no texts for ${language}/${namespace}`), false);
      return;
    }
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

function startLanguage(): Language {
  const kept = localStorage.getItem(key);
  return isLanguage(kept) ? kept : preferredLanguage(navigator.languages);
}

/** Initializes the texts in the stored or preferred language. Resolves when the shared texts are loaded. */
export async function startI18n(): Promise<void> {
  const language = startLanguage();
  const parts = loadPartTexts(language);
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false, // a test checks that all three languages are complete
      ns: ['common', 'shell'],
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: true },
    });
  await parts;
  document.documentElement.lang = htmlLang[language];
}

/** Switches every text on the page and stores the choice in this browser. */
export async function setLanguage(language: Language): Promise<void> {
  await loadPartTexts(language);
  await i18next.changeLanguage(language);
  localStorage.setItem(key, language);
  document.documentElement.lang = htmlLang[language];
}

/** Applies the account's language, unless another was chosen in this browser. */
export async function adoptLanguage(language: string | undefined): Promise<void> {
  if (isLanguage(language) && localStorage.getItem(key) === null) await setLanguage(language);
}

/** The language on the screen now. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'zh';
}
