import { Alert, Button, Drawer, Form, Input, Pagination, Segmented, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import type { ChartWords } from '@/shared/charts/chart-words';
import { useChartWords } from '@/shared/charts/use-chart-context';
import { atMost, counted, noteLength } from '@/shared/form/at-most';
import { listText } from '@/shared/format/list';
import { formatChange, formatNumber } from '@/shared/format/number';
import { rangesAt } from '@/shared/format/range';
import { formatTime } from '@/shared/format/time';
import { useCan } from '@/shared/perm/permissions';
import { UnitHead } from '@/shared/table/columns';
import { DataTable } from '@/shared/table/data-table';
import { Dialog } from '@/shared/ui/dialog';
import fullScreen from '@/shared/ui/full-screen.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { useFullScreen } from '@/shared/ui/use-full-screen';
import { useMedia } from '@/shared/ui/use-media';
import { notCounting } from '../model/flags';
import type { ReadingPage, ReadingRecord, TableColumn } from '../model/reading-page';
import { useTypeWord } from '../model/type-word';
import type { PointState, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useReadingPage, useWithdraw } from '../queries/readings';
import { useCsvExport } from '../queries/series';
import styles from '../views/table-view.module.css';
import { ChartTools } from './chart-tools';
import { ExplainSide } from './explain-side';
import { RangeControl } from './range-control';
import toolbar from './toolbar.module.css';

interface Props {
  zone: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  /** What the columns hold: raw fields, results, changes. */
  valueTypes: readonly (ValueType | 'raw')[];
  fields: string[];
  nodes: number[];
  controls?: ReactNode;
  /** Reads the heads over groups of columns: nodes of an array. */
  group?: (column: TableColumn) => string | null;
}

const pageSizes = [20, 50, 100];
const tableDays = 30;
/** Code of a table that is longer than the server makes. */
const spanTooLong = 3003;

/** Readings as a table, newest first. Every number can be asked where it comes from; readings can be withdrawn. */
export function ReadingTable({ zone, point, state, change, valueTypes, fields, nodes, controls, group }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const typeWord = useTypeWord();
  const wide = useMedia('(min-width: 1280px)');
  const mayWithdraw = useCan('Delete:Data');
  const [every, setEvery] = useState(0);
  const [full, toggleFull] = useFullScreen();
  const [pageSize, setPageSize] = useState(20);
  const [selected, setSelected] = useState<number[]>([]);
  const [asked, setAsked] = useState<{ time: number; field: string; node: number; valueType: ValueType } | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const query = useReadingPage({
    pointId: point.id,
    fields,
    nodes,
    valueTypes,
    range: state.range,
    page: state.page,
    pageSize,
    every,
  });
  const allowed = !(query.error instanceof ApiError && query.error.code === spanTooLong);
  const csv = useCsvExport();
  const flagWord = useChartWords(zone).flag;

  const side = asked && (
    <ExplainSide
      point={point}
      field={asked.field}
      node={asked.node}
      time={asked.time}
      valueType={asked.valueType}
      zone={zone}
      onClose={() => setAsked(null)}
    />
  );

  return (
    <div className={styles.page} data-side={wide && side ? 'panel' : 'none'}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={`${styles.column} ${fullScreen.area}`} data-full={full}>
          <div className={toolbar.bar}>
            <div className={toolbar.choices}>
              <RangeControl range={state.range} zone={zone} onChange={(range) => change({ range })} />
              {controls}
            </div>
            <ChartTools
              every={every}
              onEvery={setEvery}
              onRefresh={() => query.refetch()}
              busy={query.isFetching}
              onCsv={() =>
                csv.mutate({
                  pointId: point.id,
                  fields,
                  nodes,
                  valueType: 'observed',
                  valueTypes: [...valueTypes],
                  base: null,
                  includeAbnormal: true,
                  interval: point.interval,
                  range: state.range,
                })
              }
              full={full}
              onFull={toggleFull}
            />
          </div>
          {selected.length > 0 && (
            <div className={styles.bulk}>
              <b>{t('table.selected', { count: selected.length })}</b>
              <Button type="link" onClick={() => setSelected([])}>
                {t('table.clear')}
              </Button>
              <Button danger onClick={() => setWithdrawing(true)}>
                {t('withdraw.action')}
              </Button>
            </div>
          )}
          {allowed ? (
            <>
              <div className={styles.scroll}>
                <QueryPanel
                  query={query}
                  rows={10}
                  isEmpty={(page) => page.total === 0}
                  empty={
                    <PanelEmpty
                      title={t('empty.range')}
                      hint={
                        point.time === null ? t('empty.never') : t('empty.last', { time: formatTime(point.time, zone) })
                      }
                    />
                  }
                >
                  {(page) => (
                    <DataTable<ReadingRecord>
                      label={t('view.table')}
                      rowKey={(row) => row.time}
                      dataSource={[...page.rows]}
                      columns={columnsOf(page, { group, zone, t, typeWord, flagWord, onAsk: setAsked })}
                      scroll={{ x: 'max-content' }}
                      {...(mayWithdraw
                        ? {
                            rowSelection: {
                              selectedRowKeys: selected,
                              onChange: (keys) => setSelected(keys.map(Number).slice(0, 100)),
                              getCheckboxProps: (row: ReadingRecord) => ({ 'aria-label': formatTime(row.time, zone) }),
                            },
                          }
                        : {})}
                    />
                  )}
                </QueryPanel>
              </div>
              <div className={styles.foot}>
                <span>{t('table.total', { count: query.data?.total ?? 0 })}</span>
                <Pagination
                  current={state.page}
                  pageSize={pageSize}
                  total={query.data?.total ?? 0}
                  pageSizeOptions={pageSizes}
                  showSizeChanger
                  onChange={(page, size) => {
                    setPageSize(size);
                    change({ page: size === pageSize ? page : 1 });
                  }}
                />
              </div>
            </>
          ) : (
            <PanelEmpty
              title={t('table.span', { days: tableDays })}
              hint={t('table.spanHint')}
              action={
                <Button type="primary" onClick={() => change({ range: { quick: '30d' } })}>
                  {t('table.spanAction', { days: tableDays })}
                </Button>
              }
            />
          )}
        </div>
      </Panel>
      {wide ? (
        side
      ) : (
        <Drawer open={side !== null} onClose={() => setAsked(null)} closable={false} styles={{ body: { padding: 0 } }}>
          {side}
        </Drawer>
      )}
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
    </div>
  );
}

interface ColumnOptions {
  group: ((column: TableColumn) => string | null) | undefined;
  zone: string;
  t: ReturnType<typeof useTranslation<['data-views', 'common', 'charts']>>['t'];
  typeWord: (type: ValueType) => string;
  flagWord: ChartWords['flag'];
  onAsk: (asked: { time: number; field: string; node: number; valueType: ValueType }) => void;
}

function columnsOf(
  page: ReadingPage,
  { group, zone, t, typeWord, flagWord, onAsk }: ColumnOptions,
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
  const groups = new Map<string, TableColumnType<ReadingRecord>[]>();
  page.columns.forEach((column, i) => {
    const type = column.valueType;
    const name = type === 'raw' || type === 'observed' ? column.label : `${column.label} ${typeWord(type)}`;
    const made: TableColumnType<ReadingRecord> = {
      key: `${column.field}:${column.node}:${type}`,
      align: 'right',
      title: <UnitHead title={type === 'raw' ? t('table.raw', { name }) : name} unit={column.unit} />,
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
    flags,
  ] as TableColumnType<ReadingRecord>[];
}

interface WithdrawProps {
  open: boolean;
  point: PointState;
  times: readonly number[];
  zone: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Deleting in the interface withdraws by a correction that names who and why, and can be taken back. */
function WithdrawDialog({ open, point, times, zone, onDone, onCancel }: WithdrawProps) {
  const { t } = useTranslation(['data-views', 'common']);
  const [form] = Form.useForm<{ note: string }>();
  const withdraw = useWithdraw(point.id);
  const sorted = [...times].sort((a, b) => a - b);
  return (
    <Dialog
      open={open}
      width={480}
      title={t('withdraw.title', { count: times.length, point: point.name })}
      okText={t('withdraw.action')}
      okButtonProps={{ danger: true, loading: withdraw.isPending }}
      onCancel={onCancel}
      onOk={async () => {
        const { note } = await form.validateFields();
        await withdraw.mutateAsync({ times: sorted, note });
        form.resetFields();
        onDone();
      }}
      destroyOnHidden
    >
      <div className={styles.withdraw}>
        <p>
          {formatTime(sorted[0], zone)}
          {sorted.length > 1 && ` – ${formatTime(sorted.at(-1), zone)}`}
        </p>
        <Alert type="info" showIcon title={t('withdraw.hint')} />
        <Form form={form} layout="vertical" requiredMark={false}>
          <Form.Item
            name="note"
            label={t('withdraw.note')}
            rules={[{ required: true, whitespace: true, message: t('withdraw.noteNeeded') }, atMost(noteLength)]}
          >
            <Input.TextArea rows={3} count={counted(noteLength)} />
          </Form.Item>
        </Form>
      </div>
    </Dialog>
  );
}

/** Which values a table shows, as one choice. */
export function TypeChoice({
  value,
  options,
  onChange,
}: {
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('data-views');
  return (
    <Segmented
      value={value}
      aria-label={t('type.label')}
      options={options}
      onChange={(chosen) => onChange(String(chosen))}
    />
  );
}
