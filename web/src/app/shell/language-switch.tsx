import { GlobalOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '@/ui/i18n/i18n';
import { htmlLang, languageNames, languages } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import styles from './header.module.css';

/** The three languages, each by its own name. The choice is kept in this browser. */
export function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((key) => ({
          key,
          label: <span lang={htmlLang[key]}>{languageNames[key]}</span>,
          onClick: () => void setLanguage(key),
        })),
      }}
    >
      <button type="button" className={styles.tool}>
        <GlobalOutlined aria-hidden />
        <span className="visually-hidden">{t('language')} </span>
        {languageNames[language]}
      </button>
    </Dropdown>
  );
}
