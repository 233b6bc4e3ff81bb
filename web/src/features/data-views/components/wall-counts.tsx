import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatNumber } from '@/ui/format/number';
import { worstFirst } from '@/ui/theme/tokens';
import { useSiteStats } from '../queries/wall';
import styles from './wall.module.css';

/** Points by level over the full width, and what was judged. */
export function WallCounts({ projectId }: { projectId: number }) {
  const { t } = useTranslation(['boards', 'common']);
  const { data } = useSiteStats(projectId);
  const count = (value: number | undefined) => (value === undefined ? t('common:none') : formatNumber(value, 0));
  const health = data?.healthStatusStat;
  const figures = [
    { label: t('common:level.judged'), value: count(data?.judged), of: data && formatNumber(data.points, 0) },
    { label: t('wallPage.alertsTitle'), value: count(data?.activeAlerts) },
    {
      label: t('wallPage.online'),
      value: count(health && health.total - health.offline),
      of: health && formatNumber(health.total, 0),
    },
  ];
  return (
    <ul className={styles.counts}>
      {[...worstFirst, 'notJudged' as const].map((level) => {
        const value = level === 'notJudged' ? data?.notJudged : data?.levels[level];
        return (
          <li key={level} className={styles.count} data-level={level} data-any={(value ?? 0) > 0}>
            <LevelIcon level={level} size={24} decorative />
            <div className={styles.figure}>
              <b>{count(value)}</b>
              <span data-level={level}>{t(`common:level.${level}`)}</span>
            </div>
          </li>
        );
      })}
      {figures.map(({ label, value, of }) => (
        <li key={label} className={styles.quality}>
          <span>{label}</span>
          <b>
            {value} {of !== undefined && <span className={styles.quiet}>/ {of}</span>}
          </b>
        </li>
      ))}
    </ul>
  );
}
