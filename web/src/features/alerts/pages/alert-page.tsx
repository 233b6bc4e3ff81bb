import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { AlertTag } from '@/entities/alert/alert-tag';
import { useFieldActions } from '@/entities/field-action/queries';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import details from '../components/alert-detail.module.css';
import { MessageList } from '../components/alert-messages';
import { AlertNotes, Decision, usePlace } from '../components/alert-notes';
import { AlertTimeline } from '../components/alert-timeline';
import styles from '../components/alert-timeline.module.css';
import { AlertAssignee } from '../components/assignee';
import { GradedResponsePanel } from '../components/graded-response';
import { LazyAlertStory } from '../components/lazy-alert-story';
import { OwnReply } from '../components/own-reply';
import { curvePath } from '../components/paths';
import { ProcessOne } from '../components/process-one';
import { peopleOf } from '../model/timeline';
import { type AlertDetail, actionsShown, useAlert, useLiveAlert, useMessagesOf, useReplies, useZone } from '../queries';

/** One alert with its whole course: readings, levels, messages, people and corrections. */
export default function AlertPage() {
  const alertId = Number(useParams().alertId);
  const query = useAlert(alertId);
  useLiveAlert(query.data?.projectId);
  return (
    <QueryPanel query={query} rows={12}>
      {(alert) => <Course key={alert.id} alert={alert} />}
    </QueryPanel>
  );
}

function Course({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation(['alerts', 'common']);
  const navigate = useNavigate();
  const zone = useZone(alert.projectId);
  const place = usePlace(alert);
  const mayClose = useCan('Update:Project');
  const mayProcess = useCan('Update:Alert') && (alert.type !== 'graded' || mayClose);
  const processed = alert.status === 'Confirm' || alert.status === 'FalseAlarm';
  const mayAnswer = useCan('Update:Alert') && alert.withdrawnAt === 0 && !processed;
  const seesRules = useCan('View:AlertRule');
  const messages = useMessagesOf(alert, seesRules).data;
  const actions = useFieldActions(
    alert.projectId,
    { alertId: alert.id, pageSize: actionsShown },
    { enabled: seesRules, ended: alert.ended > 0 ? 0 : 30_000 },
  ).data;
  const decision = processed ? { name: alert.processedName || t('program'), at: alert.processedAt } : null;
  const replies = useReplies(alert.id).data ?? [];
  const people = peopleOf(decision, messages?.list ?? [], replies);
  const back = `/projects/${alert.projectId}/alerts`;
  return (
    <div className={styles.page}>
      <Panel fill className={styles.wide}>
        <header className={styles.head}>
          <div>
            <div className={details.title}>
              <AlertTag alert={alert} />
              <h2>
                {alert.measuringPointName || alert.deviceName || alert.location} {alert.reason}
              </h2>
            </div>
            <p className={details.place}>
              {place} · {t(`common:alertStatus.${alert.status}`)}
            </p>
            <AlertAssignee alert={alert} />
            {mayAnswer && <OwnReply alertId={alert.id} replies={replies} zone={zone} />}
          </div>
          {alert.measuringPointId > 0 && <Link to={curvePath(alert)}>{t('openCurve')}</Link>}
          {alert.type === 'threshold' && alert.withdrawnAt === 0 && (
            <Link to={`${back}/incidents/${alert.id}`}>{t('incident.open')}</Link>
          )}
          <Button onClick={() => navigate(back)}>{t('toAlerts')}</Button>
        </header>
      </Panel>
      <div className={styles.main}>
        {alert.type !== 'graded' && (
          <Panel fill title={t('timeline.readings')}>
            <div className={styles.body}>
              <AlertNotes alert={alert} zone={zone} />
              <LazyAlertStory alert={alert} zone={zone} className={styles.chart} />
            </div>
          </Panel>
        )}
        <AlertTimeline
          alert={alert}
          messages={messages?.list ?? []}
          actions={actions?.list ?? []}
          replies={replies}
          zone={zone}
        />
      </div>
      <div className={styles.side}>
        {alert.type === 'graded' && <GradedResponsePanel alert={alert} zone={zone} />}
        <Panel fill title={t('timeline.delivery')} extra={messages && messages.total > 0 ? messages.total : undefined}>
          <div className={styles.body}>
            {messages && messages.total > 0 ? (
              <MessageList page={messages} zone={zone} />
            ) : (
              <p className={details.more}>{t('timeline.noMessages')}</p>
            )}
          </div>
        </Panel>
        {people.length > 0 && (
          <Panel fill title={t('timeline.people')}>
            <div className={styles.body}>
              <ul className={styles.people}>
                {people.map(({ name, at, did }) => (
                  <li key={name}>
                    <b>{name}</b>
                    <span>{t(`timeline.did.${did}`, { time: formatTime(at, zone, 'list') })}</span>
                  </li>
                ))}
              </ul>
            </div>
          </Panel>
        )}
        {processed ? (
          <Panel fill title={t('form.result')}>
            <div className={styles.body}>
              <Decision alert={alert} zone={zone} />
            </div>
          </Panel>
        ) : (
          mayProcess && (
            <Panel fill title={t(alert.type === 'graded' ? 'graded.close' : 'timeline.process')}>
              <ProcessOne alert={alert} onClose={() => navigate(back)} />
            </Panel>
          )
        )}
      </div>
    </div>
  );
}
