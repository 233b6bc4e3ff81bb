import type { ConfigProviderProps } from 'antd';
import type { Language } from './languages';

type PartTexts = NonNullable<ConfigProviderProps['locale']>;

const files: Record<Language, () => Promise<{ default: PartTexts }>> = {
  zh: () => import('antd/locale/zh_CN'),
  en: () => import('antd/locale/en_US'),
  'zh-TW': () => import('antd/locale/zh_TW'),
};
const loaded = new Map<Language, PartTexts>();

/** Loads the texts of antd's components (pagination, calendar) for one language. */
export async function loadPartTexts(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, (await files[language]()).default);
}

/** The texts of antd's components; undefined until loaded. */
export const partTexts = (language: Language): PartTexts | undefined => loaded.get(language);
