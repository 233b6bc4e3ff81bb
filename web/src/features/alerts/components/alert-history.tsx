import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { reachedLine } from '@/ui/format/inequality';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';
import type { AlertDetail, AlertEvent } from '../queries';
import styles from './alert-detail.module.css';
import { Pictures } from './pictures';

/** Reports whether an event comes from a reading: actions of people carry no value. */
const read = ({ kind, value }: AlertEvent) => value !== null && kind !== 'processed' && kind !== 'noticed';

const leveled = ({ kind }: AlertEvent) => kind === 'raised' || kind === 'escalated' || kind === 'eased';

function valueText({ type, side, decimals, unit }: AlertDetail, event: AlertEvent): string {
  const { value, limit } = event;
  if (value === null || limit === null || !leveled(event)) return withUnit(formatNumber(value, decimals), unit);
  return reachedLine({ value, limit, side: type === 'threshold' ? side : 'lower', decimals }, unit);
}

/** Returns what happened in an event, in words. */
export function useEventText(alert: AlertDetail): (event: AlertEvent) => string {
  const { t } = useTranslation(['alerts', 'common']);
  return (event) => {
    if (alert.type === 'deviceHealth' && event.kind === 'raised')
      return t(`common:deviceHealth.${alert.kind as 'dataLost'}`);
    if (leveled(event)) {
      const level = asLevel(event.level);
      return t(`event.${event.kind as 'raised'}`, {
        level: t(alert.kind === 'graded' ? `common:levelWarning.${level}` : `common:levelAlert.${level}`),
      });
    }
    if (event.kind === 'processed') {
      return t('event.processed', {
        status: t(`common:alertStatus.${event.to as 'Confirm'}`, { defaultValue: event.to }),
      });
    }
    return t(`event.${event.kind as 'restored'}`);
  };
}

/** The value of an event that comes from a reading, with its limit; empty for other events. */
export function eventValue(alert: AlertDetail, event: AlertEvent): string {
  if (alert.kind === 'graded') return event.inequality;
  return read(event) && alert.kind !== 'dataLost' && alert.kind !== 'dataRepeated' ? valueText(alert, event) : '';
}

/** The sign of an event: the shape of its level, or a dot. */
export function EventSign({ event }: { event: AlertEvent }) {
  return leveled(event) && event.level > 0 ? (
    <LevelIcon level={asLevel(event.level)} size={13} decorative />
  ) : (
    <span className={styles.dot} aria-hidden="true" />
  );
}

/** The events of an alert, newest first. */
export function AlertHistory({ alert, zone }: { alert: AlertDetail; zone: string }) {
  const { t } = useTranslation('alerts');
  const text = useEventText(alert);
  return (
    <ol className={styles.events}>
      {[...alert.history].reverse().map((event) => (
        <li key={event.id} className={styles.event}>
          <EventSign event={event} />
          <time dateTime={new Date(event.time).toISOString()}>{formatTime(event.time, zone, 'list')}</time>
          <span>{text(event)}</span>
          {eventValue(alert, event) && <p>{eventValue(alert, event)}</p>}
          {event.cause && <p>{t(`event.cause.${event.cause}`)}</p>}
          {event.correctionId > 0 && <p>{t('event.byCorrection', { id: event.correctionId })}</p>}
          {event.note && <p>{event.note}</p>}
          <Pictures paths={event.pictures} of={alert.processedName || t('program')} />
        </li>
      ))}
    </ol>
  );
}
