import { CommentOutlined, MailOutlined, PoweroffOutlined, UserOutlined } from '@ant-design/icons';
import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { type IncidentEntry, useIncidentTimeline } from '../queries';
import styles from './alert-detail.module.css';
import page from './alert-timeline.module.css';
import { Pictures } from './pictures';

interface Props {
  alertId: number;
  projectId: number;
  zone: string;
}

/** Everything that happened to the alerts of an incident, newest first. */
export function IncidentTimeline({ alertId, projectId, zone }: Props) {
  const { t } = useTranslation('alerts');
  const [at, setAt] = useState(1);
  const query = useIncidentTimeline(alertId, at);
  const words = useWords();
  return (
    <Panel fill title={t('incident.history')} extra={query.data?.total} busy={query.isFetching && !query.isPending}>
      <section className={page.body} aria-label={t('incident.history')}>
        <QueryPanel query={query} rows={8} failure={t('failed')}>
          {({ list, total }) => (
            <>
              <ol className={`${styles.events} ${page.events}`}>
                {list.map((entry) => (
                  <li
                    key={`${entry.kind} ${entry.id} ${entry.at} ${entry.event} ${entry.name}`}
                    className={styles.event}
                  >
                    <Sign entry={entry} />
                    <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, zone, 'list')}</time>
                    <span className={page.what}>
                      {entry.alertId > 0 && (
                        <Link to={`/projects/${projectId}/alerts/${entry.alertId}`}>{entry.location}</Link>
                      )}
                      <span>{words(entry)}</span>
                    </span>
                    {entry.value !== null && <b>{withUnit(formatNumber(entry.value, entry.decimals), entry.unit)}</b>}
                    {entry.text && <p className={entry.kind === 'comment' ? page.comment : ''}>{entry.text}</p>}
                    <Pictures paths={entry.pictures} of={entry.name} />
                  </li>
                ))}
              </ol>
              {total > 50 && (
                <Pagination
                  size="small"
                  simple
                  current={at}
                  pageSize={50}
                  total={total}
                  showSizeChanger={false}
                  onChange={setAt}
                />
              )}
            </>
          )}
        </QueryPanel>
      </section>
    </Panel>
  );
}

/** Returns what an entry says. */
function useWords() {
  const { t } = useTranslation(['alerts', 'common', 'field-actions']);
  return (entry: IncidentEntry): string => {
    const by = entry.name || t('assignee.deleted');
    const name = entry.account || t('assignee.deleted');
    switch (entry.kind) {
      case 'comment':
        return by;
      case 'message':
        return [
          `${t(entry.reminder ? 'timeline.reminded' : 'timeline.sent', { count: entry.messages })} ${entry.sent} / ${entry.messages}`,
          ...(entry.delivered > 0 ? [t('incident.arrived', { number: entry.delivered })] : []),
        ].join(' · ');
      case 'field':
        return [
          entry.name || t('field-actions:deleted'),
          t(`field-actions:turn.${entry.event as 'on'}`),
          t(`field-actions:state.${entry.status as 'answered'}`),
        ].join(' · ');
      case 'answer':
        return `${by} · ${t(`timeline.answer.${entry.event as 'seen'}`)}`;
      case 'assignment':
        if (entry.accountId === 0) return t('assignee.released', { by });
        return entry.accountId === entry.byId ? t('assignee.taken', { name }) : t('assignee.given', { by, name });
      case 'owner':
        if (entry.accountId === 0) return t('incident.released', { by });
        return entry.accountId === entry.byId ? t('incident.taken', { name }) : t('incident.given', { by, name });
      default:
        break;
    }
    if (entry.event === 'processed') {
      const status = t(`common:alertStatus.${entry.status as 'Confirm'}`);
      return `${t('event.processed', { status })} · ${entry.name || t('program')}`;
    }
    return t(`event.${entry.event as 'raised'}`, { level: t(`common:levelAlert.${asLevel(entry.level)}`) });
  };
}

const levelled = ['raised', 'escalated', 'eased'];

function Sign({ entry }: { entry: IncidentEntry }) {
  const sign = page.sign ?? '';
  if (entry.kind === 'message') return <MailOutlined className={sign} aria-hidden />;
  if (entry.kind === 'field') return <PoweroffOutlined className={sign} aria-hidden />;
  if (entry.kind === 'comment' || entry.kind === 'answer') return <CommentOutlined className={sign} aria-hidden />;
  if (entry.kind !== 'transition') return <UserOutlined className={sign} aria-hidden />;
  return levelled.includes(entry.event) && entry.level > 0 ? (
    <LevelIcon level={asLevel(entry.level)} size={13} decorative />
  ) : (
    <span className={styles.dot} aria-hidden="true" />
  );
}
