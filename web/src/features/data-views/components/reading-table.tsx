import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import type { Range } from '../model/range';
import type { ReadingRecord, TableColumn } from '../model/reading-page';
import type { TableFormat } from '../model/table';
import { useTypeWord } from '../model/type-word';
import type { PointState, ValueType } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import { useReadingPage } from '../queries/readings';
import { useReadingsFile } from '../queries/series';
import { ChartStage, useStage } from './chart-stage';
import { ExplainSide } from './explain-side';
import { RangeEmpty } from './range-empty';
import { type Asked, readingColumns, type TableLook } from './reading-columns';
import styles from './reading-table.module.css';
import { NoInitialNote } from './stage-notes';
import { isTooLong, SpanTooLong, TableFoot, tableDays } from './table-foot';
import { WithSide } from './with-side';
import { WithdrawDialog } from './withdraw-dialog';

interface Props {
  page: Page;
  zone: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  /** The groups of columns: raw fields, results, changes. */
  valueTypes: readonly (ValueType | 'raw')[];
  fields: string[];
  nodes: number[];
  /** Accumulated changes count from this time; null: from the initial value. */
  base?: number | null;
  /** Arrays: sums along them as the part of each segment. */
  segment?: boolean;
  controls?: ReactNode;
  notes?: ReactNode;
  look?: TableLook;
  /** Reads the heads over groups of columns: nodes of an array. */
  group?: (column: TableColumn) => string | null;
}

/** Readings as a table, newest first. Every number can be explained; readings can be withdrawn. */
export function ReadingTable(props: Props) {
  const {
    page,
    zone,
    point,
    state,
    change,
    valueTypes,
    fields,
    nodes,
    base = null,
    segment = false,
    controls,
    notes,
    look,
    group,
  } = props;
  const stage = useStage();
  const file = useReadingsFile();
  const [pageSize, setPageSize] = useState(20);
  const [selected, setSelected] = useState<number[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const shown = { pointId: point.id, fields, nodes, range: state.range };
  const query = useReadingPage({ ...shown, valueTypes, base, segment, page: state.page, pageSize, every: stage.every });
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      ...shown,
      valueType: 'observed',
      valueTypes: [...valueTypes],
      base,
      segment,
      includeAbnormal: true,
      interval: point.interval,
    });
  const close = () => setAsked(null);
  return (
    <WithSide
      side={asked && <ExplainSide point={point} {...asked} zone={zone} onClose={close} />}
      open={asked !== null}
      onClose={close}
    >
      <ChartStage
        table
        stage={stage}
        zone={zone}
        state={state}
        change={change}
        query={query}
        busy={query.isFetching && !query.isPending}
        onTable={onTable}
        controls={controls}
      >
        {base === null && valueTypes.some((one) => one !== 'observed' && one !== 'raw') && (
          <NoInitialNote point={point} changes />
        )}
        {notes}
        {look && query.data && look.note(query.data)}
        <Selected count={selected.length} onClear={() => setSelected([])} onWithdraw={() => setWithdrawing(true)} />
        {isTooLong(query.error) ? (
          <SpanTooLong days={tableDays(page, point)} change={change} />
        ) : (
          <>
            <div className={styles.scroll}>
              <Rows
                {...{ page, point, zone, change, query, group, look, selected }}
                range={state.range}
                onSelect={setSelected}
                onAsk={setAsked}
              />
            </div>
            <TableFoot
              total={query.data?.total ?? 0}
              current={state.page}
              pageSize={pageSize}
              onPage={(to, size) => {
                setPageSize(size);
                change({ page: size === pageSize ? to : 1 });
              }}
            />
          </>
        )}
      </ChartStage>
      <WithdrawDialog
        open={withdrawing}
        point={point}
        times={selected}
        zone={zone}
        onDone={() => {
          setWithdrawing(false);
          setSelected([]);
        }}
        onCancel={() => setWithdrawing(false)}
      />
    </WithSide>
  );
}

interface RowsProps {
  page: Page;
  point: PointState;
  zone: string;
  range: Range;
  change: Props['change'];
  query: ReturnType<typeof useReadingPage>;
  group: Props['group'];
  look: Props['look'];
  selected: number[];
  onSelect: (times: number[]) => void;
  onAsk: (asked: Asked) => void;
}

const mostSelected = 100;

function Rows({
  page: { title },
  point,
  zone,
  range,
  change,
  query,
  group,
  look,
  selected,
  onSelect,
  onAsk,
}: RowsProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const typeWord = useTypeWord();
  const flagWord = useChartWords(zone).flag;
  const mayWithdraw = useCan('Delete:Data');
  return (
    <QueryPanel
      query={query}
      rows={10}
      isEmpty={(page) => page.total === 0}
      empty={<RangeEmpty {...{ point, zone, change }} valueType="observed" range={range} />}
    >
      {(page) => (
        <DataTable<ReadingRecord>
          label={title}
          rowKey={(row) => row.time}
          dataSource={[...page.rows]}
          columns={readingColumns(page, { group, look, zone, t, typeWord, flagWord, onAsk })}
          scroll={{ x: 'max-content' }}
          {...(mayWithdraw
            ? {
                rowSelection: {
                  selectedRowKeys: selected,
                  onChange: (keys) => onSelect(keys.map(Number).slice(0, mostSelected)),
                  getCheckboxProps: (row: ReadingRecord) => ({ 'aria-label': formatTime(row.time, zone) }),
                },
              }
            : {})}
        />
      )}
    </QueryPanel>
  );
}

function Selected({ count, onClear, onWithdraw }: { count: number; onClear: () => void; onWithdraw: () => void }) {
  const { t } = useTranslation('data-views');
  if (count === 0) return null;
  return (
    <div className={styles.bulk}>
      <b>{t('table.selected', { count })}</b>
      <Button type="link" onClick={onClear}>
        {t('table.clear')}
      </Button>
      <Button danger onClick={onWithdraw}>
        {t('withdraw.action')}
      </Button>
    </div>
  );
}
