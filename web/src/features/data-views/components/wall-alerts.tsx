import { useTranslation } from 'react-i18next';
import { useFieldName } from '@/api/catalog';
import type { Alert } from '@/api/types';
import { AlertTag } from '@/entities/alert/alert-tag';
import { AgeText } from '@/entities/live/age-text';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import styles from './wall.module.css';

/** The open alerts: level, point, what was reached, since when, state. */
export function WallAlerts({ alerts, zone }: { alerts: readonly Alert[]; zone: string }) {
  const { t } = useTranslation(['boards', 'common']);
  const fieldName = useFieldName();
  if (alerts.length === 0) return <PanelEmpty title={t('wallPage.noAlerts')} />;
  return (
    <ul className={styles.alerts}>
      {alerts.map((alert) => (
        <li key={alert.id} className={styles.alert}>
          <div className={styles.line}>
            <AlertTag alert={alert} />
            <b>{alert.measuringPointName || alert.deviceName}</b>
            <span className={styles.state}>{t(`common:alertStatus.${alert.status}`)}</span>
          </div>
          <div className={styles.line}>
            <span>
              {fieldName(alert.measurement, alert.field)}·{t(`common:valueType.${alert.valueType as 'observed'}`)}
            </span>
            <b className={styles.state}>{alert.inequality}</b>
          </div>
          <div className={styles.quiet}>
            {formatTime(alert.time, zone, 'list')}·<AgeText time={alert.time} zone={zone} />
          </div>
        </li>
      ))}
    </ul>
  );
}
