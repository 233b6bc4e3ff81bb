import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import { listPath, type Span } from '../model/span';
import styles from '../quality.module.css';
import type { LevelRow } from '../queries';

interface Props {
  levels: readonly LevelRow[];
  projectId: number;
  span: Span;
}

const highest = 4;

/** The levels with their alerts, next to the recommended shares, and their limits. */
export function LevelTable({ levels, projectId, span }: Props) {
  const { t } = useTranslation(['alert-quality', 'common']);
  const number = (n: number) => formatNumber(n, 0);
  return (
    <DataTable<LevelRow>
      label={t('levels.title')}
      rowKey={(row) => row.level}
      dataSource={levels.toReversed()}
      pagination={false}
      columns={[
        { key: 'level', title: t('column.level'), render: (_, row) => <LevelTag level={asLevel(row.level)} /> },
        {
          key: 'alerts',
          title: t('column.alerts'),
          align: 'right',
          render: (_, row) =>
            row.alerts > 0 ? (
              <Link to={listPath(projectId, span, { level: String(row.level) })}>{number(row.alerts)}</Link>
            ) : (
              number(0)
            ),
        },
        {
          key: 'share',
          title: t('column.share'),
          align: 'right',
          render: (_, row) => (
            <>
              {formatPercent(row.share)}
              <span className={styles.guide}>
                {' '}
                / {row.level === highest ? '< ' : ''}
                {formatPercent(row.guide)}
              </span>
            </>
          ),
        },
        { key: 'limits', title: t('column.limits'), align: 'right', render: (_, row) => number(row.limits) },
        { key: 'never', title: t('column.never'), align: 'right', render: (_, row) => number(row.never) },
        { key: 'always', title: t('column.always'), align: 'right', render: (_, row) => number(row.always) },
        {
          key: 'others',
          title: t('column.others'),
          align: 'right',
          render: (_, row) => number(row.younger + row.unread),
        },
      ]}
    />
  );
}
