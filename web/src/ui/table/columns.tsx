import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { formatNumber } from '@/ui/format/number';
import styles from './columns.module.css';

/** A column header with its unit in the quiet color: voltage V. */
export function UnitHead({ title, unit }: { title: ReactNode; unit?: string | undefined }) {
  return (
    <>
      {title}
      {unit && <span className={styles.unit}> {unit}</span>}
    </>
  );
}

interface NumberColumn<Row> extends Omit<TableColumnType<Row>, 'render' | 'align' | 'title'> {
  title: ReactNode;
  unit?: string | undefined;
  decimals?: number | undefined;
  value: (row: Row) => number | null | undefined;
}

/** A right-aligned column of numbers with digits of equal width, the unit in the header. */
export function numberColumn<Row>({ title, unit, decimals, value, ...rest }: NumberColumn<Row>): TableColumnType<Row> {
  return {
    ...rest,
    align: 'right',
    title: <UnitHead title={title} unit={unit} />,
    render: (_, row) => <span className={styles.number}>{formatNumber(value(row), decimals)}</span>,
  };
}
