import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '@/api/errors';
import { Notice } from '@/ui/notice';
import styles from '../templates.module.css';

interface Props {
  /** Of the file. */
  name: string;
  error: unknown;
  onClose?: () => void;
}

/** Why a file was refused, with the cell or the part of the file that is at fault. */
export function Refusal({ name, error, onClose }: Props) {
  const { t } = useTranslation('report-templates');
  const reason = error instanceof ApiError ? error.fields.file : undefined;
  return (
    <div role="alert">
      <Notice {...(onClose && { onClose })}>
        <b className={styles.refused}>{t('refused', { name })}</b> {reason ?? describeError(error)}
      </Notice>
    </div>
  );
}
