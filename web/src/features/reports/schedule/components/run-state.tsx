import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatTime } from '@/ui/format/time';
import type { Run } from '../queries';
import styles from '../schedules.module.css';

interface Props {
  projectId: number;
  run: Run;
  zone: string;
  /** Without the end of the period. */
  brief?: boolean;
}

/** What became of a period, with its report, or why it has none. */
export function RunState({ projectId, run, zone, brief = false }: Props) {
  const { t } = useTranslation('report-schedules');
  const { status, projectReportId } = run;
  const text = t(`status.${status}`);
  const linked = projectReportId > 0 && status !== 'removed';
  return (
    <>
      {linked ? <Link to={`/projects/${projectId}/reports/project/${projectReportId}`}>{text}</Link> : null}
      {!linked && <span className={status === 'failed' ? styles.error : undefined}>{text}</span>}
      {!brief && <span className={styles.quiet}>{t('until', { time: formatTime(run.end, zone, 'list') })}</span>}
      {status === 'failed' && <span className={styles.quiet}>{run.reason}</span>}
      {run.late > 0 && <span className={styles.quiet}>{t('late', { count: run.late })}</span>}
      {run.skipped > 0 && <span className={styles.quiet}>{t('skipped', { count: run.skipped })}</span>}
    </>
  );
}
