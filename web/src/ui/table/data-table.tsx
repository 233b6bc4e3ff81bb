import { type SpinProps, Table, type TableColumnType, type TableProps } from 'antd';
import { type Key, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '@/ui/use-media';
import styles from './data-table.module.css';
import { CardOrder, rowCard } from './row-card';

/** antd makes every table a live region: screen readers would read out each new value. */
const quiet = { spinning: false, 'aria-live': 'off' } as SpinProps;

/** Tables with more rows render only the visible ones. */
const virtualAbove = 200;

export interface TableParts<Row> extends Omit<TableProps<Row>, 'columns' | 'onRow' | 'rowKey' | 'virtual' | 'size'> {
  columns: TableColumnType<Row>[];
  rowKey: (row: Row) => Key;
  /** Opens the detail of a row: by click, or Enter on the focused row. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  selectedKey?: Key | undefined;
  /** Accessible name of the table. */
  label: string;
  /** On a phone rows become cards: the keys of the columns at the top of a card. */
  cards?: readonly string[];
  /** Height of the body in pixels, needed when the list may pass 200 rows. */
  height?: number;
}

/** The remaining arguments of antd's sort event, which no list uses. */
const sorting = { currentDataSource: [], action: 'sort' as const };

/** The table of all lists: sticky head, rows by keyboard (j, k, arrows, Enter), virtual above 200 rows. */
export function DataTable<Row extends object>({
  rowKey,
  onOpen,
  selectedKey,
  label,
  cards,
  height,
  className,
  rowSelection,
  ...rest
}: TableParts<Row>) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const count = rest.dataSource?.length ?? 0;
  const virtual = count > virtualAbove;
  // On a phone a table is a list of cards, or scrolls sideways without wrapping, unless its columns shrink to fit.
  const phone = usePhone();
  const carded = phone && !virtual && cards !== undefined;
  const sideways = phone && !carded && !rest.columns.some((column) => column.ellipsis);

  useEffect(() => {
    // The hidden row by which antd measures columns repeats their headers; nothing in it may take the focus.
    for (const row of area.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? []) row.inert = true;
  });

  function moveFocus(from: HTMLElement, by: number) {
    const rows = [...(area.current?.querySelectorAll<HTMLElement>('[data-row-key][tabindex]') ?? [])];
    rows[rows.indexOf(from) + by]?.focus();
  }

  function onRowKey(event: KeyboardEvent<HTMLElement>, row: Row) {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === 'j' || event.key === 'ArrowDown') moveFocus(event.currentTarget, 1);
    else if (event.key === 'k' || event.key === 'ArrowUp') moveFocus(event.currentTarget, -1);
    else return;
    event.preventDefault();
  }

  const x = virtual || sideways ? { x: 'max-content' as const } : {};
  const y = virtual ? { y: height ?? 480 } : height ? { y: height } : {};
  return (
    <div ref={area} className={styles.area}>
      {onOpen && <span className="visually-hidden">{t('table.keyboard')}</span>}
      {carded && rest.columns.some((column) => column.sorter) && (
        <CardOrder columns={rest.columns} onSort={(sorter) => rest.onChange?.({}, {}, sorter, sorting)} />
      )}
      <Table<Row>
        size="small"
        pagination={false}
        sticky={!virtual && !height}
        aria-label={label}
        loading={quiet}
        {...rest}
        {...(rowSelection && {
          rowSelection: { getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectAll') }), ...rowSelection },
        })}
        {...(carded ? { columns: rowCard(rest.columns, cards), showHeader: false } : {})}
        scroll={{ ...rest.scroll, ...x, ...y }}
        virtual={virtual}
        rowKey={rowKey}
        className={`${styles.table} ${className ?? ''}`}
        rowClassName={(row) =>
          selectedKey !== undefined && rowKey(row) === selectedKey ? (styles.selected ?? '') : ''
        }
        onRow={(row) =>
          onOpen
            ? {
                tabIndex: 0,
                'aria-selected': rowKey(row) === selectedKey,
                onClick: () => onOpen(row),
                onKeyDown: (event) => onRowKey(event, row),
              }
            : {}
        }
      />
    </div>
  );
}
