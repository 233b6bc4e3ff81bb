import type { UseQueryResult } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { RangeEmpty } from './range-empty';
import styles from './reading-table.module.css';
import { TableFoot } from './table-foot';

interface Props<Row> {
  label: string;
  zone: string;
  point: PointState;
  query: UseQueryResult<{ total: number }>;
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  /** The time of a row, which identifies it. */
  timeOf: (row: Row) => number;
  columns: () => TableColumnType<Row>[];
  /** Why there is none, if not for want of readings. */
  empty?: string | undefined;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  pageSize: number;
  onPageSize: (size: number) => void;
}

/** One page of a table with a row for each reading. */
export function PagedTable<Row extends object>(props: Props<Row>) {
  const { label, zone, point, query, rows, timeOf, columns, empty, state, change, pageSize, onPageSize } = props;
  return (
    <>
      <div className={styles.scroll}>
        <QueryPanel
          query={query}
          rows={10}
          isEmpty={(answer) => answer.total === 0}
          empty={<RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} title={empty} />}
        >
          {() =>
            rows && (
              <DataTable<Row>
                label={label}
                rowKey={timeOf}
                dataSource={[...rows]}
                columns={columns()}
                scroll={{ x: 'max-content' }}
              />
            )
          }
        </QueryPanel>
      </div>
      <TableFoot
        total={query.data?.total ?? 0}
        current={state.page}
        pageSize={pageSize}
        onPage={(to, size) => {
          onPageSize(size);
          change({ page: size === pageSize ? to : 1 });
        }}
      />
    </>
  );
}
