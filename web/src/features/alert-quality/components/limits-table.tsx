import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '@/api/catalog';
import { LevelTag } from '@/entities/alert/level-tag';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import { thresholdsPath } from '../model/span';
import styles from '../quality.module.css';
import type { Limits } from '../queries';

interface Props {
  list: readonly Limits[];
  projectId: number;
  of: 'always' | 'never';
}

/** Thresholds that are reached all the time, or never. */
export function LimitsTable({ list, projectId, of }: Props) {
  const { t } = useTranslation(['alert-quality', 'common']);
  const say = useLabel();
  if (list.length === 0) return <p className={styles.nothing}>{t(`${of}.none`)}</p>;
  return (
    <div className={styles.scroll}>
      <DataTable<Limits>
        label={t(`${of}.title`)}
        rowKey={(row) => `${row.measuringPointId} ${say(row.quantity)} ${row.side} ${row.nodeRange ?? ''}`}
        dataSource={[...list]}
        cards={['point', 'level']}
        columns={[
          {
            key: 'point',
            title: t('common:entity.point'),
            render: (_, row) => <Link to={thresholdsPath(projectId, row)}>{row.measuringPointName}</Link>,
          },
          {
            key: 'quantity',
            title: t('column.quantity'),
            render: (_, row) => (
              <>
                {say(row.quantity)}
                {row.side === 'lower' && <span className={styles.guide}> {t('lower')}</span>}
                {row.nodeRange && (
                  <span className={styles.guide}> {t('nodes', { from: row.nodeRange[0], to: row.nodeRange[1] })}</span>
                )}
              </>
            ),
          },
          { key: 'level', title: t(`column.${of}Level`), render: (_, row) => <LevelTag level={asLevel(row.level)} /> },
        ]}
      />
    </div>
  );
}
