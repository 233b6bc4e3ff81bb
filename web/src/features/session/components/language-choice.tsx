import { useTranslation } from 'react-i18next';
import { setLanguage } from '@/ui/i18n/i18n';
import { htmlLang, languageNames, languages } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import styles from './language-choice.module.css';

/** The three languages side by side, each by its own name. */
export function LanguageChoice() {
  const { t } = useTranslation('session');
  const current = useLanguage();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={htmlLang[language]}
          aria-pressed={language === current}
          className={styles.language}
          onClick={() => void setLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
