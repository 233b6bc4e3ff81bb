import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlertTag } from '@/entities/alert/alert-tag';
import { useCan } from '@/entities/permission/permissions';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { type AlertDetail, useAlert, useZone } from '../queries';
import styles from './alert-detail.module.css';
import { AlertHistory } from './alert-history';
import { AlertMessages } from './alert-messages';
import { AlertNotes, Decision, usePlace } from './alert-notes';
import { AlertAssignee } from './assignee';
import { LazyAlertStory } from './lazy-alert-story';
import { curvePath } from './paths';
import { ProcessOne } from './process-one';

interface Props {
  alertId: number;
  onClose: () => void;
}

/** One alert: its state, its history, and the actions on it. */
export function AlertDetailPanel({ alertId, onClose }: Props) {
  const query = useAlert(alertId);
  return (
    <Panel fill busy={query.isFetching && !query.isPending}>
      <QueryPanel query={query} rows={10}>
        {(alert) => <Detail alert={alert} onClose={onClose} />}
      </QueryPanel>
    </Panel>
  );
}

function Detail({ alert, onClose }: { alert: AlertDetail; onClose: () => void }) {
  const { t } = useTranslation(['alerts', 'common', 'charts']);
  const zone = useZone(alert.projectId);
  const mayClose = useCan('Update:Project');
  const mayProcess = useCan('Update:Alert') && (alert.type !== 'graded' || mayClose);
  const processed = alert.status === 'Confirm' || alert.status === 'FalseAlarm';
  const place = usePlace(alert);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <div className={styles.title}>
          <AlertTag alert={alert} />
          <h2>
            {alert.measuringPointName || alert.deviceName || alert.location} {alert.reason}
          </h2>
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('common:action.close')}
            onClick={onClose}
          />
        </div>
        <p className={styles.place}>{place}</p>
        <AlertAssignee alert={alert} />
      </header>
      <section className={styles.body} aria-label={t('detail')}>
        <AlertNotes alert={alert} zone={zone} />
        {alert.type !== 'graded' && <LazyAlertStory alert={alert} zone={zone} />}
        <div className={styles.section}>
          <h3>{t('history')}</h3>
          <span className={styles.links}>
            {alert.measuringPointId > 0 && <Link to={curvePath(alert)}>{t('openCurve')}</Link>}
            <Link to={`/projects/${alert.projectId}/alerts/${alert.id}`}>{t('openPage')}</Link>
          </span>
        </div>
        <AlertHistory alert={alert} zone={zone} />
        <AlertMessages alert={alert} zone={zone} />
        <Decision alert={alert} zone={zone} />
      </section>
      {!processed && mayProcess && <ProcessOne key={alert.id} alert={alert} onClose={onClose} />}
    </div>
  );
}
