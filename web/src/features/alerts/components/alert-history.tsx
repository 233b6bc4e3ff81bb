import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { asLevel } from '@/shared/theme/tokens';
import { LevelIcon } from '@/shared/ui/level-icon';
import { sideSign } from '../model/excerpt-model';
import type { AlertDetail, AlertEvent } from '../queries';
import styles from './alert-detail.module.css';

/** What happened to an alert, the newest first. */
export function AlertHistory({ alert, zone }: { alert: AlertDetail; zone: string }) {
  const { t } = useTranslation(['alerts', 'common']);
  const leveled = (event: AlertEvent) =>
    event.kind === 'raised' || event.kind === 'escalated' || event.kind === 'eased';
  const text = (event: AlertEvent) => {
    if (alert.type === 'deviceHealth' && event.kind === 'raised')
      return t(`common:deviceHealth.${alert.kind as 'dataLost'}`);
    if (leveled(event))
      return t(`event.${event.kind as 'raised'}`, { level: t(`common:levelAlert.${asLevel(event.level)}`) });
    if (event.kind === 'processed') {
      return t('event.processed', {
        status: t(`common:alertStatus.${event.to as 'Confirm'}`, { defaultValue: event.to }),
      });
    }
    return t(`event.${event.kind as 'restored'}`);
  };
  return (
    <ol className={styles.events}>
      {[...alert.history].reverse().map((event) => (
        <li key={event.id} className={styles.event}>
          {leveled(event) && event.level > 0 ? (
            <LevelIcon level={asLevel(event.level)} size={13} decorative />
          ) : (
            <span className={styles.dot} aria-hidden="true" />
          )}
          <time dateTime={new Date(event.time).toISOString()}>{formatTime(event.time, zone, 'list')}</time>
          <span>{text(event)}</span>
          {event.value !== null &&
            event.kind !== 'processed' &&
            alert.kind !== 'dataLost' &&
            alert.kind !== 'dataRepeated' && (
              <p>
                {formatNumber(event.value, alert.decimals)}
                {event.limit !== null &&
                  leveled(event) &&
                  ` ${sideSign(alert.side)} ${formatNumber(event.limit, alert.decimals)}`}{' '}
                {alert.unit}
              </p>
            )}
          {event.cause && <p>{t(`event.cause.${event.cause}`)}</p>}
          {event.correctionId > 0 && <p>{t('event.byCorrection', { id: event.correctionId })}</p>}
          {event.note && <p>{event.note}</p>}
        </li>
      ))}
    </ol>
  );
}
