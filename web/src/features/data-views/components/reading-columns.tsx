import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import type { useTranslation } from 'react-i18next';
import type { ChartWords } from '@/entities/chart/chart-words';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber } from '@/ui/format/number';
import { rangesAt } from '@/ui/format/range';
import { formatTime } from '@/ui/format/time';
import { UnitHead } from '@/ui/table/columns';
import { notCounting } from '../model/flags';
import { placeKey } from '../model/node-name';
import type { ReadingPage, ReadingRecord, TableColumn } from '../model/reading-page';
import type { ValueType } from '../model/types';
import styles from './reading-table.module.css';

/** The number to explain. */
export interface Asked {
  time: number;
  field: string;
  node: number;
  valueType: ValueType;
  /** The number in the table is the part of a segment, not the explained sum. */
  segment: boolean;
}

/** What a view changes about the columns of its readings. */
export interface TableLook {
  title: (column: TableColumn) => { title: string; unit: string };
  /** Returns the background of values. */
  shade: (page: ReadingPage) => (row: ReadingRecord, value: number | null | undefined) => string | undefined;
  /** Columns after those of the values. */
  more: (page: ReadingPage) => TableColumnType<ReadingRecord>[];
  /** A line above the table. */
  note: (page: ReadingPage) => ReactNode;
}

interface ColumnOptions {
  group: ((column: TableColumn) => string | null) | undefined;
  look: TableLook | undefined;
  zone: string;
  t: ReturnType<typeof useTranslation<['data-views', 'common', 'charts']>>['t'];
  typeWord: (type: ValueType) => string;
  flagWord: ChartWords['flag'];
  onAsk: (asked: Asked) => void;
}

/** readingColumns are the columns of a page: time, values in groups, flags. */
export function readingColumns(
  page: ReadingPage,
  { group, look, zone, t, typeWord, flagWord, onAsk }: ColumnOptions,
): TableColumnType<ReadingRecord>[] {
  const columns: TableColumnType<ReadingRecord>[] = [
    {
      key: 'time',
      title: t('column.time'),
      fixed: 'start',
      width: 168,
      render: (_, row) => (
        <span className={notCounting(row.flags) ? styles.invalid : undefined}>{formatTime(row.time, zone)}</span>
      ),
    },
  ];
  const shade = look?.shade(page);
  // In groups the heads are short: the tool bar says what all columns are.
  const oneType =
    group !== undefined && page.columns.every(({ valueType }) => valueType === page.columns[0]?.valueType);
  const groups = new Map<string, TableColumnType<ReadingRecord>[]>();
  page.columns.forEach((column, i) => {
    const type = column.valueType;
    const name = type === 'raw' || type === 'observed' || oneType ? column.label : `${column.label} ${typeWord(type)}`;
    const made: TableColumnType<ReadingRecord> = {
      key: `${column.field}:${placeKey(column)}:${type}`,
      align: 'right',
      title: (
        <UnitHead
          {...(look?.title(column) ?? { title: type === 'raw' ? t('table.raw', { name }) : name, unit: column.unit })}
        />
      ),
      ...(shade ? { onCell: (row) => ({ style: { background: shade(row, row.values[i]) } }) } : {}),
      render: (_, row) => {
        const value = row.values[i];
        const signed = type === 'accumulated' || type === 'change' || type === 'rate';
        const text = signed ? formatChange(value, column.decimals) : formatNumber(value, column.decimals);
        return (
          <button
            type="button"
            className={`${styles.cell} ${notCounting(row.flags) ? styles.invalid : ''}`}
            title={t('explain')}
            onClick={(event) => {
              event.stopPropagation();
              onAsk({
                time: row.time,
                field: column.explains,
                node: column.node,
                valueType: type === 'raw' ? 'observed' : type,
                segment: column.segment,
              });
            }}
          >
            {text}
          </button>
        );
      },
    };
    const head = group?.(column) ?? null;
    if (head === null) columns.push(made);
    else groups.set(head, [...(groups.get(head) ?? []), made]);
  });
  const flags: TableColumnType<ReadingRecord> = {
    key: 'flags',
    title: t('column.flags'),
    render: (_, row) => (
      <span className={styles.flags}>
        {row.flags.length === 0
          ? t('flag.ok')
          : listText(row.flags.map((flag) => flagWord(flag, rangesAt(page.ranges, row.time))))}
      </span>
    ),
  };
  return [
    ...columns,
    ...[...groups].map(([head, children]) => ({ key: head, title: head, children })),
    ...(look?.more(page) ?? []),
    flags,
  ] as TableColumnType<ReadingRecord>[];
}
