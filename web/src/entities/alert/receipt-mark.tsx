import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import styles from './message-state.module.css';
import { receiptOf } from './receipt';

type Message = components['schemas']['AlertMessage'];

/** Whether the phone got a text message; nothing for other channels. */
export function ReceiptMark({ message }: { message: Message }) {
  const { t } = useTranslation('alerts');
  const receipt = receiptOf(message);
  if (!receipt) return null;
  return (
    <small className={styles.receipt} data-receipt={receipt}>
      {t(`message.receipt.${receipt}`)}
    </small>
  );
}
