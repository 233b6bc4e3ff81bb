import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../pages/notifications-page.module.css';
import { useNotification } from '../queries';

interface Props {
  notificationId: number;
  onClose: () => void;
}

export function NotificationDetail({ notificationId, onClose }: Props) {
  const { t } = useTranslation(['notifications', 'common']);
  const query = useNotification(notificationId);
  return (
    <Panel
      title={t('detail')}
      extra={
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <QueryPanel query={query} rows={4}>
        {(one) => (
          <article className={styles.detail}>
            <h2>{one.title}</h2>
            <p className={styles.quiet}>
              {formatTime(one.createdAt)} {one.projectName} {one.level > 0 && <LevelTag level={asLevel(one.level)} />}
            </p>
            <p className={styles.content}>{one.content}</p>
            {one.respondBy > 0 && <p>{t('respondBy', { time: formatTime(one.respondBy) })}</p>}
            {one.kind.startsWith('incident.') && (
              <Link to={`/projects/${one.projectId}/alerts/incidents/${one.alertId}`}>{t('toIncident')}</Link>
            )}
            {one.alertId > 0 && !one.kind.startsWith('incident.') && (
              <Link to={`/projects/${one.projectId}/alerts?alert=${one.alertId}&span=all`}>{t('toAlert')}</Link>
            )}
            {one.kind === 'drill.unproven' && (
              <Link to={`/projects/${one.projectId}/alerts/drills`}>{t('toDrills')}</Link>
            )}
            {one.kind.startsWith('file.') && (
              <Link to={`/projects/${one.projectId}/reports/download`}>{t('toFiles')}</Link>
            )}
            {one.projectReportId > 0 && (
              <Link to={`/projects/${one.projectId}/reports/project/${one.projectReportId}`}>{t('toReport')}</Link>
            )}
            {one.kind === 'report.failed' && (
              <Link to={`/projects/${one.projectId}/reports/schedules?view=history`}>{t('toSchedules')}</Link>
            )}
            {one.kind.startsWith('certificate.') && (
              <Link to="/console/corporation#certificate">{t('toCertificate')}</Link>
            )}
            {one.kind === 'help.entered' && <Link to="/console/corporation#help">{t('toHelp')}</Link>}
          </article>
        )}
      </QueryPanel>
    </Panel>
  );
}
