import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { pointMark } from '@/entities/alert/mark';
import { pointPath } from '@/entities/monitor/point-path';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { type Change, causeOf, differencesOf } from '../model/changes';
import styles from '../project-reports.module.css';
import { type Changes, type ProjectReport, useChanges } from '../queries';
import { ReasonDialog } from './step-dialogs';

interface Props {
  report: ProjectReport;
  zone: string;
  /** Whether the person may revise it. */
  revise: boolean;
}

/** What late data and corrections have changed since a report was issued, and the way to its revision. */
export function ChangesCard({ report, zone, revise }: Props) {
  const { t } = useTranslation('project-reports');
  const query = useChanges(report.projectId, report.id);
  return (
    <Panel title={t('changes.title')}>
      <QueryPanel query={query} failure={t('changes.failed')} rows={2}>
        {(found) => <Found found={found} report={report} zone={zone} revise={revise} />}
      </QueryPanel>
    </Panel>
  );
}

function Found({ found, report, zone, revise }: Props & { found: Changes }) {
  const { t } = useTranslation('project-reports');
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const count = found.values.length + found.alarms.length;
  const at = formatTime(found.comparedAt, zone, 'list');
  return (
    <div className={styles.verify}>
      <p>{count === 0 ? t('changes.none', { at }) : t('changes.some', { count, at })}</p>
      {found.alarmsUnread && <p className={styles.quiet}>{t('changes.alarmsUnread')}</p>}
      {count > 0 && (
        <ul className={styles.changes}>
          {found.values.map((one) => (
            <Value
              key={`${one.measuringPointId} ${one.quantity}`}
              change={one}
              projectId={report.projectId}
              zone={zone}
            />
          ))}
          {found.alarms.map((one) => (
            <li key={one.alertId}>
              <Link to={`/projects/${report.projectId}/alerts/${one.alertId}`}>{one.name}</Link>
              <span className={styles.quiet}>
                {t('changes.alarm')} · {one.quantity}
              </span>
              <Levels issued={one.issued} now={one.now} />
            </li>
          ))}
        </ul>
      )}
      {count > 0 && revise && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('revise.title')}</Button>
        </div>
      )}
      {open && (
        <ReasonDialog
          report={report}
          step="revise"
          start={t('changes.reason', { count, at })}
          onClose={() => setOpen(false)}
          onDone={(made) => navigate(`/projects/${report.projectId}/reports/project/${made}`)}
        />
      )}
    </div>
  );
}

function Value({ change, projectId, zone }: { change: Change; projectId: number; zone: string }) {
  const { t } = useTranslation('project-reports');
  const cause = causeOf(change);
  const { issued, now, name, structure, quantity, depth, more } = change;
  const where = [structure, quantity, depth === undefined ? '' : t('changes.depth', { depth: depth.toFixed(2) })];
  const time = now?.time || issued?.time;
  return (
    <li>
      {change.structureId > 0 ? (
        <Link to={pointPath(projectId, change.structureId, change.measuringPointId)}>{name}</Link>
      ) : (
        <b>{name}</b>
      )}
      <span className={styles.quiet}>{where.filter(Boolean).join(' · ')}</span>
      {differencesOf(change).map((one) => (
        <span key={one.name} className={styles.change}>
          <span>{t(`changes.value.${one.name}`)}</span>
          <span>
            <del>{one.issued}</del> → <ins>{one.now}</ins> {one.unit}
          </span>
        </span>
      ))}
      {issued && now && issued.level !== now.level && <Levels issued={issued.level} now={now.level} />}
      <span className={styles.quiet}>
        {t(`changes.cause.${cause}`)}
        {time ? ` · ${formatTime(time, zone, 'list')}` : ''}
        {more > 0 && ` · ${t('changes.more', { count: more })}`}
      </span>
    </li>
  );
}

function Levels({ issued, now }: { issued: number; now: number }) {
  return (
    <span>
      <LevelTag level={markOf(issued)} /> → <LevelTag level={markOf(now)} />
    </span>
  );
}

const markOf = (level: number) => pointMark(level < 0 ? null : level, 1);
