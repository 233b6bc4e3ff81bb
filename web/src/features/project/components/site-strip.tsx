import { ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MeasurementValue } from '@/api/stats';
import { StatStrip } from '@/entities/alert/stat-strip';
import { AgeText } from '@/entities/live/age-text';
import { useCut } from '@/entities/live/connection';
import { onTimeShare } from '@/entities/monitor/on-time';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { unprotectedPath } from '../model/fixes';
import { projectStatsQuery } from '../queries';
import styles from './site-strip.module.css';

interface Props {
  projectId: number;
  structureId?: number;
  /** Point counts by measurement; undefined until loaded. */
  standings: readonly MeasurementValue[] | undefined;
  zone: string;
}

/** The age of the newest reading, or its time while the connection is lost. */
function Newest({ time, zone }: { time: number; zone: string }) {
  if (!useCut()) return <AgeText time={time} zone={zone} large />;
  return (
    <span className={styles.cut}>
      <ClockCircleOutlined aria-hidden /> {formatTime(time, zone, 'clock')}
    </span>
  );
}

/** Points by level, open alerts, data quality and data age. */
export function SiteStrip({ projectId, structureId, standings = [], zone }: Props) {
  const { t } = useTranslation(['project', 'common']);
  const { data } = useQuery(projectStatsQuery(projectId, structureId));
  const onTime = onTimeShare(standings);
  const health = data?.healthStatusStat;
  const last = Math.max(data?.lastReading ?? 0, ...standings.map((one) => one.lastReading));
  const none = t('common:none');
  return (
    <StatStrip
      label={t('strip.name')}
      levels={data?.levels}
      neutral={data && { notJudged: data.notJudged - data.noData, noData: data.noData }}
      list={unprotectedPath(projectId, structureId)}
      after={[
        {
          key: 'judged',
          label: t('common:level.judged'),
          value: data ? formatNumber(data.judged, 0) : none,
          unit: data && `/ ${formatNumber(data.points, 0)}`,
          strong: true,
        },
        {
          key: 'alerts',
          label: t('strip.alerts'),
          value: data ? formatNumber(data.activeAlerts, 0) : none,
          unit: t('strip.alertsUnit'),
        },
        { key: 'fresh', label: t('strip.fresh'), value: onTime === undefined ? none : formatPercent(onTime, 1) },
        {
          key: 'online',
          label: t('strip.online'),
          value: health ? formatNumber(health.total - health.offline, 0) : none,
          unit: health && `/ ${formatNumber(health.total, 0)}`,
        },
        { key: 'last', label: t('strip.last'), value: last > 0 ? <Newest time={last} zone={zone} /> : none },
      ]}
    />
  );
}
