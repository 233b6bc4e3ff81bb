import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pointPath } from '@/entities/monitor/point-path';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { DataTable } from '@/ui/table/data-table';
import { listPath, type Span } from '../model/span';
import styles from '../quality.module.css';
import type { Actor } from '../queries';

interface Props {
  actors: readonly Actor[];
  projectId: number;
  span: Span;
}

/** The points with the most alerts, and whether they chatter. */
export function ActorTable({ actors, projectId, span }: Props) {
  const { t } = useTranslation(['alert-quality', 'common']);
  if (actors.length === 0) return <p className={styles.nothing}>{t('actors.none')}</p>;
  return (
    <DataTable<Actor>
      label={t('actors.title')}
      rowKey={(row) => row.measuringPointId}
      dataSource={[...actors]}
      cards={['point', 'alerts']}
      columns={[
        {
          key: 'point',
          title: t('common:entity.point'),
          render: (_, row) => (
            <Link to={pointPath(projectId, row.structureId, row.measuringPointId)}>{row.measuringPointName}</Link>
          ),
        },
        {
          key: 'alerts',
          title: t('column.alerts'),
          align: 'right',
          render: (_, row) => (
            <Link to={listPath(projectId, span, { q: row.measuringPointName })}>{formatNumber(row.alerts, 0)}</Link>
          ),
        },
        { key: 'share', title: t('column.share'), align: 'right', render: (_, row) => formatPercent(row.share) },
        {
          key: 'most',
          title: t('column.most'),
          align: 'right',
          render: (_, row) => (
            <>
              {row.chatters && <span className={styles.chatters}>{t('actors.chatters')}</span>}
              {formatNumber(row.most, 0)}
            </>
          ),
        },
        {
          key: 'false',
          title: t('common:alertStatus.FalseAlarm'),
          align: 'right',
          render: (_, row) => formatNumber(row.false, 0),
        },
      ]}
    />
  );
}
