import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './configuration.module.css';

interface Props {
  cancel: string;
  /** The button's label. */
  action: string;
  /** Whether the preview has been shown: only then the button is enabled. */
  previewed: boolean;
  /** Disables the button for another reason. */
  disabled?: boolean;
  busy: boolean;
  onCancel: () => void;
  onPreview: () => void;
  onAct: () => void;
}

/** The footer of a step: preview first, then run. */
export function StepFoot({ cancel, action, previewed, disabled = false, busy, onCancel, onPreview, onAct }: Props) {
  const { t } = useTranslation('configuration');
  return (
    <div className={styles.foot}>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button type="primary" disabled={disabled} loading={busy} onClick={previewed ? onAct : onPreview}>
        {previewed ? action : t('bulk.preview')}
      </Button>
    </div>
  );
}
