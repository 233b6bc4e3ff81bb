import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { MessageState } from '@/entities/alert/message-state';
import { ReceiptMark } from '@/entities/alert/receipt-mark';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { type AlertDetail, useMessagesOf } from '../queries';
import styles from './alert-detail.module.css';

interface Props {
  alert: AlertDetail;
  zone: string;
}

/** The messages about an alert, newest first: to whom, and whether they were sent. */
export function AlertMessages({ alert, zone }: Props) {
  const { t } = useTranslation('alerts');
  const { data } = useMessagesOf(alert, useCan('View:AlertRule'));
  if (!data || data.list.length === 0) return null;
  return (
    <>
      <div className={styles.section}>
        <h3>{t('message.title', { count: data.total })}</h3>
      </div>
      <MessageList page={data} zone={zone} />
    </>
  );
}

export function MessageList({ page, zone }: { page: components['schemas']['PageAlertMessage']; zone: string }) {
  const { t } = useTranslation('alerts');
  const more = page.total - page.list.length;
  return (
    <>
      <ul className={styles.messages}>
        {page.list.map((message) => (
          <li key={message.id}>
            <time dateTime={new Date(message.createdAt).toISOString()}>
              {formatTime(message.createdAt, zone, 'list')}
            </time>
            <span>
              {message.accountName || message.address}
              <small> {t(`message.channel.${message.channel}`)}</small>
              {message.reminder > 0 && <small> {t('message.reminder')}</small>}
              {message.reminder < 0 && <small> {t('message.rung', { step: -message.reminder })}</small>}
            </span>
            <span>
              <MessageState state={message.state} /> <ReceiptMark message={message} />
              {message.reminder < 0 && message.state === 'pending' && (
                <small> {t('message.planned', { time: formatTime(message.dueAt, zone, 'list') })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t('message.more', { count: more })}</p>}
    </>
  );
}
