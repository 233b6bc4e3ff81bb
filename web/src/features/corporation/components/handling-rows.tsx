import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { LimitedInput } from '@/ui/form/limited';
import { fallback, type HandlingText, type Listed, moved } from '../model/handling';
import styles from './handling.module.css';

const languages = ['zh', 'en', 'zh-TW'] as const;
const longest = 100;

interface Props {
  list: readonly HandlingText[];
  name: Listed;
  /** Messages of the server by field, such as causes[2].en. */
  refused: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange: (list: HandlingText[]) => void;
}

/** The entries of one list in three languages, in the order of the form. */
export function HandlingRows({ list, name, refused, disabled, onChange }: Props) {
  const { t } = useTranslation('corporation');
  const write = (at: number, language: keyof HandlingText, text: string) =>
    onChange(list.map((entry, i) => (i === at ? { ...entry, [language]: text } : entry)));
  return (
    <>
      {refused[name] && (
        <p className={styles.error} role="alert">
          {refused[name]}
        </p>
      )}
      <ol className={styles.rows} aria-label={t(`handling.${name}`)}>
        {list.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity, and their fields are controlled
          <li key={i}>
            <span className={styles.number}>{i + 1}</span>
            {languages.map((language) => {
              const wrong = refused[`${name}[${i}].${language}`] ?? (language === 'zh' ? refused[`${name}[${i}]`] : '');
              return (
                <div key={language} className={styles.text}>
                  <LimitedInput
                    value={entry[language] ?? ''}
                    max={longest}
                    disabled={disabled}
                    placeholder={entry[language] ? '' : fallback(entry, language)}
                    prefix={<span className={styles.language}>{t(`handling.language.${language}`)}</span>}
                    aria-label={t('handling.text', { no: i + 1, language: t(`handling.language.${language}`) })}
                    {...(wrong ? { status: 'error' as const } : {})}
                    onChange={(event) => write(i, language, event.target.value)}
                  />
                  {wrong && (
                    <p className={styles.error} role="alert">
                      {wrong}
                    </p>
                  )}
                </div>
              );
            })}
            {!disabled && (
              <span className={styles.acts}>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={t('handling.up', { no: i + 1 })}
                  disabled={i === 0}
                  onClick={() => onChange(moved(list, i, -1))}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={t('handling.down', { no: i + 1 })}
                  disabled={i === list.length - 1}
                  onClick={() => onChange(moved(list, i, 1))}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('handling.remove', { no: i + 1 })}
                  disabled={list.length === 1}
                  onClick={() => onChange(list.filter((_, at) => at !== i))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
