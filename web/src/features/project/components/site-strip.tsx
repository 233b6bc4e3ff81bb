import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OverviewPoint } from '@/api/types';
import { formatNumber, formatPercent } from '@/shared/format/number';
import { useNow } from '@/shared/format/use-now';
import { upToDateShare } from '@/shared/monitor/worst';
import { AgeText } from '@/shared/ui/age-text';
import { StatStrip } from '@/shared/ui/stat-strip';
import { projectStatsQuery } from '../queries';

interface Props {
  projectId: number;
  structureId?: number;
  values: readonly OverviewPoint[];
  zone: string;
}

/** Points by level, alerts that wait, whether the data can be trusted, and how new it is. */
export function SiteStrip({ projectId, structureId, values, zone }: Props) {
  const { t } = useTranslation(['project', 'common']);
  const now = useNow();
  const { data } = useQuery(projectStatsQuery(projectId, structureId));
  const upToDate = upToDateShare(values, now);
  const last = Math.max(data?.lastReading ?? 0, ...values.map((value) => value.time));
  const none = t('common:none');
  return (
    <StatStrip
      label={t('strip.name')}
      levels={data?.measuringPointLevels}
      after={[
        {
          key: 'alerts',
          label: t('strip.alerts'),
          value: data ? formatNumber(data.activeAlerts, 0) : none,
          unit: t('strip.alertsUnit'),
        },
        { key: 'fresh', label: t('strip.fresh'), value: upToDate === undefined ? none : formatPercent(upToDate, 1) },
        {
          key: 'online',
          label: t('strip.online'),
          value: data ? formatNumber(data.healthStatusStat.online, 0) : none,
          unit: data && `/ ${formatNumber(data.healthStatusStat.total, 0)}`,
        },
        { key: 'last', label: t('strip.last'), value: last > 0 ? <AgeText time={last} zone={zone} large /> : none },
      ]}
    />
  );
}
