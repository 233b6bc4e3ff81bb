import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveText } from '@/ui/download';
import { announce } from '@/ui/messages';
import styles from './enrol.module.css';

interface Props {
  codes: string[];
  onKept: () => void;
}

/** The recovery codes, shown only now. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslation('security');
  const text = codes.join('\n');

  async function copy() {
    await navigator.clipboard.writeText(text);
    announce('success', t('factor.copied'));
  }

  return (
    <div>
      <p>{t('factor.codesWhy')}</p>
      <ul className={styles.codes} aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {'clipboard' in navigator && <Button onClick={() => void copy()}>{t('factor.copy')}</Button>}
        <Button onClick={() => saveText('plumbline-recovery-codes.txt', `${text}\n`)}>{t('factor.download')}</Button>
        <Button type="primary" onClick={onKept}>
          {t('factor.kept')}
        </Button>
      </div>
    </div>
  );
}
