import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from './languages';

/** The language on the screen; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'zh';
}
