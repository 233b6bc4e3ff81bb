import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { AlertDetail } from '../queries';
import styles from './alert-detail.module.css';

interface Props {
  alert: AlertDetail;
  zone: string;
}

/** What an alert is about: project, structure, item, and its node or depth. */
export function usePlace(alert: AlertDetail): string {
  const { t } = useTranslation('alerts');
  return [
    alert.projectName,
    alert.structureName,
    alert.itemName,
    alert.depth === null
      ? alert.node > 0 && t('atNode', { no: alert.node })
      : t('atDepth', { depth: formatNumber(alert.depth, 1) }),
  ]
    .filter(Boolean)
    .join('·');
}

/** Why an alert was raised afterwards, or withdrawn. */
export function AlertNotes({ alert, zone }: Props) {
  const { t } = useTranslation('alerts');
  return (
    <>
      {alert.foundLate && (
        <p className={styles.note}>
          {t(`foundBy.${alert.foundBy || 'unknown'}`, { time: formatTime(alert.recordedAt, zone) })}
        </p>
      )}
      {alert.withdrawnAt > 0 && (
        <p className={styles.note}>
          {alert.correctionId > 0
            ? t('withdrawnByCorrection', { time: formatTime(alert.withdrawnAt, zone), id: alert.correctionId })
            : t('withdrawnByData', { time: formatTime(alert.withdrawnAt, zone) })}{' '}
          {alert.correctionId > 0 && (
            <Link
              to={`/projects/${alert.projectId}/console/structures/${alert.structureId}/items/${alert.itemId || alert.structureId}/mps/${alert.measuringPointId}?tab=corrections`}
            >
              {t('seeCorrection')}
            </Link>
          )}
        </p>
      )}
    </>
  );
}

/** What a person has decided, with the reasons. */
export function Decision({ alert, zone }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  if (alert.status !== 'Confirm' && alert.status !== 'FalseAlarm') return null;
  return (
    <p className={styles.note}>
      {t('processedBy', {
        status: t(`common:alertStatus.${alert.status}`),
        name: alert.processedName || t('program'),
        time: formatTime(alert.processedAt, zone),
      })}
      {alert.cause && <span>{t('cause', { cause: alert.cause })}</span>}
      {alert.measure && <span>{t('measure', { measure: alert.measure })}</span>}
      <span>{alert.note}</span>
    </p>
  );
}
