import { CheckCircleOutlined, CloseOutlined } from '@ant-design/icons';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { underWay } from '../model/steps';
import styles from '../project-reports.module.css';
import type { ProjectReport } from '../queries';

/** How far a report is: with the percent made, what it waits for, or why it failed. */
export function ReportState({ report, brief = false }: { report: ProjectReport; brief?: boolean }) {
  const { t } = useTranslation('project-reports');
  const { status } = report;
  if (underWay(report)) {
    const percent = Math.floor(report.progress * 100);
    return (
      <span className={styles.progress}>
        <span>
          {t(`status.${status}`)}
          <span className={styles.quiet}> {report.running ? `${percent}%` : t('queued')}</span>
        </span>
        <Progress percent={percent} showInfo={false} size="small" aria-label={t('progress', { percent })} />
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <span>
        <span className={styles.error}>
          <CloseOutlined aria-hidden /> {t('status.failed')}
        </span>
        <span className={styles.under}>{report.reason}</span>
      </span>
    );
  }
  return (
    <span>
      {status === 'issued' && <CheckCircleOutlined aria-hidden />} {t(`status.${status}`)}
      {report.revisedBy > 0 && <span className={styles.under}>{t('superseded')}</span>}
      {!brief && status === 'draft' && report.remark && <span className={styles.under}>{t('returned')}</span>}
    </span>
  );
}
