import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/ui/format/number';
import styles from './copyable.module.css';
import { announce } from './messages';

const folded = 1_500;
const beginning = 240;

interface Props {
  text: string;
  /** Names what the button copies, on pages with several. */
  label?: string;
}

/** Monospaced text with a copy button; long text is truncated to its beginning. */
export function Copyable({ text, label }: Props) {
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
        aria-label={label ?? t('action.copy')}
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
