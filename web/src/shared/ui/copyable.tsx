import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/shared/format/number';
import { announce } from '@/shared/messages';
import styles from './copyable.module.css';

const folded = 1_500;
const beginning = 240;

/** Text as machines write it, to be copied; what is long is folded to its beginning. */
export function Copyable({ text }: { text: string }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.code}>
      {text.length > folded ? (
        <details>
          <summary>
            {`${text.slice(0, beginning)}…`} <b>{formatBytes(text.length)}</b>
          </summary>
          {text}
        </details>
      ) : (
        text
      )}
      <Button
        className={styles.copy ?? ''}
        type="text"
        size="small"
        icon={<CopyOutlined aria-hidden />}
        aria-label={t('action.copy')}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => announce('success', t('action.copied')),
            () => announce('warning', t('action.notCopied')),
          )
        }
      />
    </div>
  );
}
