import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';

interface Props {
  open: boolean;
  onGo: () => void;
  onStay: () => void;
}

/** Asks whether to discard unsaved changes. */
export function LeaveDialog({ open, onGo, onStay }: Props) {
  const { t } = useTranslation('forms');
  return (
    <Dialog
      open={open}
      width={420}
      title={t('unsaved.title')}
      okText={t('unsaved.go')}
      okButtonProps={{ danger: true }}
      cancelText={t('unsaved.stay')}
      onOk={onGo}
      onCancel={onStay}
    >
      {t('unsaved.hint')}
    </Dialog>
  );
}
