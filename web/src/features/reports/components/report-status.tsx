import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTimeLeft } from '@/ui/format/time-left';
import { useNow } from '@/ui/format/use-now';
import type { Report } from '../queries';
import styles from '../reports.module.css';

const day = 86_400_000;

function Made({ percent, text }: { percent: number; text: string }) {
  const { t } = useTranslation('reports');
  return (
    <span className={styles.progress}>
      <span className={styles.quiet}>{text}</span>
      <Progress percent={percent} showInfo={false} size="small" aria-label={t('progress', { percent })} />
    </span>
  );
}

function Running({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const percent = Math.floor(report.progress * 100);
  const left = useTimeLeft(report.progress);
  return <Made percent={percent} text={left ? t('leftOf', { percent, left }) : `${percent}%`} />;
}

/** How far a file is, until when it is kept, or why it could not be made. */
export function ReportStatus({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const now = useNow();
  if (report.status === 'pending')
    return report.running ? <Running report={report} /> : <Made percent={0} text={t('waiting')} />;
  if (report.status === 'error') {
    return (
      <span>
        <span className={styles.error}>
          <CloseOutlined aria-hidden /> {t('status.error')}
        </span>
        <br />
        <span className={styles.quiet}>{report.reason}</span>
      </span>
    );
  }
  return (
    <span>
      <CheckOutlined aria-hidden /> {t('status.done')}
      <br />
      <span className={styles.quiet}>
        {t('keptFor', { count: Math.max(0, Math.ceil((report.expiresAt - now) / day)) })}
      </span>
    </span>
  );
}
