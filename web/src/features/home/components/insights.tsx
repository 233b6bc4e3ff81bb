import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasurementName, useStructureTypeName } from '@/api/catalog';
import type { CorporationStats } from '@/api/types';
import { Panel } from '@/ui/panel';
import { useAddress } from '@/ui/table/use-address';
import { useMedia } from '@/ui/use-media';
import { AlertTrend } from './alert-trend';
import { HealthTable } from './health-table';
import styles from './insights.module.css';
import { TypeCounts } from './type-counts';

const views = ['trend', 'structures', 'points', 'health'] as const;
const beside = ['structures', 'points', 'health'] as const;
type View = (typeof views)[number];

/** Counts by type and level and device health side by side; the alert trend is separate there. */
export function Insights({ stats }: { stats: CorporationStats | undefined }) {
  const { t } = useTranslation('home');
  const structureType = useStructureTypeName();
  const measurement = useMeasurementName();
  const roomy = useMedia('(min-width: 2000px)');
  const { search, put } = useAddress();
  const wanted = views.find((view) => view === search.get('insight')) ?? 'trend';
  const bodies: Record<View, () => ReactNode> = {
    trend: () => <AlertTrend />,
    structures: () => (
      <TypeCounts head={t('insights.structureType')} counts={stats?.structureStatList ?? []} nameOf={structureType} />
    ),
    points: () => (
      <TypeCounts head={t('insights.measurement')} counts={stats?.measuringPointStatList ?? []} nameOf={measurement} />
    ),
    health: () => <HealthTable scope={{}} />,
  };
  if (roomy) {
    return (
      <div className={styles.row}>
        {beside.map((view) => (
          <Panel key={view} title={t(`insights.${view}`)}>
            {bodies[view]()}
          </Panel>
        ))}
      </div>
    );
  }
  return (
    <Panel
      className={styles.one}
      title={t('insights.title')}
      extra={
        <Segmented<View>
          value={wanted}
          aria-label={t('insights.title')}
          options={views.map((value) => ({ value, label: t(`insights.${value}`) }))}
          onChange={(insight) => put({ insight })}
        />
      }
    >
      {bodies[wanted]()}
    </Panel>
  );
}
