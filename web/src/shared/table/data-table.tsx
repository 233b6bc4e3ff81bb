import { type SpinProps, Table, type TableProps } from 'antd';
import { type Key, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '@/shared/ui/use-media';
import styles from './data-table.module.css';

/** antd makes every table a live region, which would read each new value of a table out. */
const quiet = { spinning: false, 'aria-live': 'off' } as SpinProps;

/** Rows beyond which only what is on the screen is drawn. */
const virtualAbove = 200;

interface Props<Row> extends Omit<TableProps<Row>, 'onRow' | 'rowKey' | 'virtual' | 'size'> {
  rowKey: (row: Row) => Key;
  /** Opens the detail of a row: by click, or Enter on the focused row. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  selectedKey?: Key | undefined;
  /** What the table lists, for screen readers. */
  label: string;
  /** Height of the body in pixels, needed when the list may pass 200 rows. */
  height?: number;
}

/** The table of all lists: sticky head, rows by keyboard (j, k, arrows, Enter), virtual above 200 rows. */
export function DataTable<Row extends object>({
  rowKey,
  onOpen,
  selectedKey,
  label,
  height,
  className,
  ...rest
}: Props<Row>) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const count = rest.dataSource?.length ?? 0;
  const virtual = count > virtualAbove;
  // On a phone a table keeps its words in one line and is drawn sideways, unless its columns give way by themselves.
  const sideways = usePhone() && !rest.columns?.some((column) => column.ellipsis);

  useEffect(() => {
    // The hidden row by which antd measures columns repeats their heads; nothing in it may take the focus.
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
      <Table<Row>
        size="small"
        pagination={false}
        sticky={!virtual && !height}
        aria-label={label}
        loading={quiet}
        {...rest}
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
