import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { durationText } from '@/entities/chart/words';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../quality.module.css';
import type { Stale } from '../queries';

interface Props {
  list: readonly Stale[];
  projectId: number;
  zone: string;
  now: number;
}

/** The alerts that have been open for longest. */
export function StaleTable({ list, projectId, zone, now }: Props) {
  const { t } = useTranslation(['alert-quality', 'charts', 'common']);
  if (list.length === 0) return <p className={styles.nothing}>{t('stale.none')}</p>;
  return (
    <div className={styles.scroll}>
      <DataTable<Stale>
        label={t('stale.title')}
        rowKey={(row) => row.alertId}
        dataSource={[...list]}
        cards={['point', 'level']}
        columns={[
          { key: 'level', title: t('column.level'), render: (_, row) => <LevelTag level={asLevel(row.level)} /> },
          {
            key: 'point',
            title: t('common:entity.point'),
            render: (_, row) => (
              <Link to={`/projects/${projectId}/alerts/${row.alertId}`}>{row.measuringPointName}</Link>
            ),
          },
          { key: 'status', title: t('column.status'), render: (_, row) => t(`common:alertStatus.${row.status}`) },
          { key: 'opened', title: t('column.opened'), render: (_, row) => formatTime(row.opened, zone, 'list') },
          {
            key: 'open',
            title: t('column.open'),
            align: 'right',
            render: (_, row) => durationText(now - row.opened, t as (key: string, options?: object) => string),
          },
        ]}
      />
    </div>
  );
}
