import { Select, type TableColumnType } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './row-card.module.css';

type Columns<Row> = readonly TableColumnType<Row>[];

const shownBy = <Row,>(column: TableColumnType<Row>, row: Row, index: number) => {
  const value = row[column.dataIndex as keyof Row];
  return (column.render ? column.render(value, row, index) : value) as ReactNode;
};

/** One row on a phone: the columns named in `head` on top, the others below with their headers, actions last. */
export function rowCard<Row>(columns: Columns<Row>, head: readonly string[]): TableColumnType<Row>[] {
  const top = head.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const others = columns.filter((column) => column.key !== 'action' && !top.includes(column));
  const actions = columns.find((column) => column.key === 'action');
  const render = (_: unknown, row: Row, index: number) => (
    <div className={styles.card}>
      <div className={styles.head}>
        {top.map((column) => (
          <span key={String(column.key)}>{shownBy(column, row, index)}</span>
        ))}
      </div>
      <dl className={styles.facts}>
        {others
          .map((column) => ({ column, value: shownBy(column, row, index) }))
          .filter(({ value }) => value !== '' && value !== null && value !== undefined && value !== false)
          .map(({ column, value }) => (
            <div key={String(column.key)}>
              <dt>{column.title as ReactNode}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {actions && <div className={styles.actions}>{shownBy(actions, row, index)}</div>}
    </div>
  );
  return [{ key: 'card', render }];
}

interface OrderProps<Row> {
  columns: Columns<Row>;
  onSort: (sorter: SorterResult<Row>) => void;
}

/** The sort order of cards, which have no headers to click. */
export function CardOrder<Row>({ columns, onSort }: OrderProps<Row>) {
  const { t } = useTranslation();
  const sorted = columns.find((column) => column.sortOrder);
  return (
    <div className={styles.order}>
      <Select
        allowClear
        className={styles.choice ?? ''}
        aria-label={t('table.order')}
        placeholder={t('table.order')}
        value={sorted ? `${String(sorted.key)} ${sorted.sortOrder}` : null}
        options={columns
          .filter((column) => column.sorter)
          .flatMap((column) =>
            (['ascend', 'descend'] as const).map((order) => ({
              value: `${String(column.key)} ${order}`,
              label: (
                <>
                  {column.title as ReactNode} {order === 'ascend' ? '↑' : '↓'}
                </>
              ),
            })),
          )}
        onChange={(chosen?: string) => {
          const [key, order] = (chosen ?? '').split(' ');
          onSort(key ? { columnKey: key, order: order as 'ascend' } : {});
        }}
      />
    </div>
  );
}
