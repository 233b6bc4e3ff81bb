import { CloseOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './notice.module.css';

interface Props {
  children: ReactNode;
  onClose?: () => void;
}

/** A line above the content about a problem that blocks nothing. */
export function Notice({ children, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="status">
      <WarningOutlined aria-hidden className={styles.icon} />
      <span className={styles.text}>{children}</span>
      {onClose && (
        <button type="button" className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}
