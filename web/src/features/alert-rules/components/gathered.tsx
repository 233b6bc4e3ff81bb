import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import styles from '../alert-rules.module.css';
import type { AlertMessage } from '../queries';

/** Whether a message is sent together with others, or until when it waits for them. */
export function Gathered({ message, zone }: { message: AlertMessage; zone: string }) {
  const { t } = useTranslation('alert-rules');
  if (!message.gathered) return null;
  const waits = message.state === 'pending' && message.attempts.length === 0;
  return (
    <small className={styles.reason}>
      {waits ? t('messages.gatheredUntil', { time: formatTime(message.dueAt, zone, 'list') }) : t('messages.gathered')}
    </small>
  );
}
