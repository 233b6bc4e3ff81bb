import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../pages/alerts-page.module.css';
import type { Alert } from '../queries';
import { AssigneeName } from './assignee';

/** The handling of an alert, and how it was raised or recovered. */
export function AlertStatus({ alert }: { alert: Alert }) {
  const { t } = useTranslation(['alerts', 'common']);
  const waits = alert.status === 'Pending' || alert.status === 'Notice';
  return (
    <span className={styles.tags}>
      <span className={styles.status} data-open={waits}>
        {t(`common:alertStatus.${alert.status}`)}
      </span>
      {alert.foundLate && <Tag>{t('foundLate')}</Tag>}
      {alert.withdrawnAt > 0 && <Tag>{t('withdrawn')}</Tag>}
      <AssigneeName of={alert} />
    </span>
  );
}
