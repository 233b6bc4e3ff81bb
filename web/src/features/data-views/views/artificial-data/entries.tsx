import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAttributes, useFieldName } from '@/api/catalog';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { axisOf, gridOf, isEditable } from '@/entities/manual/manual';
import { ManualEntry } from '@/entities/manual/manual-entry';
import { useManualTemplate } from '@/entities/manual/template';
import { Can } from '@/entities/permission/can';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { zoneShift } from '@/ui/format/zoned';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { RangeEmpty } from '../../components/range-empty';
import table from '../../components/reading-table.module.css';
import { isTooLong, SpanTooLong, TableFoot, tableDays } from '../../components/table-foot';
import { useWide } from '../../components/with-side';
import { WithdrawDialog } from '../../components/withdraw-dialog';
import { notCounting } from '../../model/flags';
import { useTypeWord } from '../../model/type-word';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { pointKeys } from '../../queries/keys';
import { type Entry, editedReading, type ManualRecord, nodeName } from './model';
import { useManualPage } from './queries';
import styles from './view.module.css';

interface Props {
  projectId: number;
  zone: string;
  point: PointState;
  page: Page;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
}

/** The readings as a table: added, uploaded, edited and deleted here. */
export function Entries({ projectId, zone, point, page, state, change }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'console']);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [pageSize, setPageSize] = useState(20);
  const [form, setForm] = useState<ManualRecord | 'new' | null>(null);
  const unsaved = useUnsaved();
  const [excluded, setExcluded] = useState<number[]>([]);
  const template = useManualTemplate(point.structureId, point.id);
  const query = useManualPage({ pointId: point.id, range: state.range, base: state.base, page: state.page, pageSize });
  const entered = useEntryText(point);
  const revoking = useRevokeDialog(point, zone, (c) => entered({ values: c.values, nodes: c.nodeValues }));
  const renew = () => void cache.invalidateQueries({ queryKey: pointKeys.all(point.id) });
  const all = useAttributes(point.measurement);
  const editable = ({ entry, time }: ManualRecord) => {
    const { by, attributes } = gridOf(all, (entry?.nodes ?? []).length > 0);
    const names = attributes.map((one) => one.name);
    return entry !== null && entry !== undefined && isEditable(entry, names, by) && isTypeable(time, zone);
  };
  const actions = (row: ManualRecord) => (
    <>
      {row.entry && editable(row) && (
        <Can any={['Create:Data']}>
          <Button type="link" size="small" onClick={() => setForm(row)}>
            {t('common:action.edit')}
          </Button>
        </Can>
      )}
      <Can any={row.entry ? ['Update:Data'] : ['Delete:Data']}>
        <Button
          type="link"
          size="small"
          danger
          onClick={() => (row.entry ? revoking.revoke(correctionOf(row.entry, row.time)) : setExcluded([row.time]))}
        >
          {t('common:action.delete')}
        </Button>
      </Can>
    </>
  );
  const columns = useColumns(query.data?.columns ?? [], zone, entered, actions);
  const edited = form !== null && form !== 'new' && form.entry ? form : null;
  return (
    <Panel fill busy={query.isFetching && !query.isPending}>
      <div className={styles.column}>
        <div className={styles.bar}>
          <b>{t('manual.readings')}</b>
          <span className={styles.space} />
          <Can any={['Create:Data']}>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending}
              onClick={() => template.mutate()}
            >
              {t('manual.template')}
            </Button>
            <Button
              icon={<UploadOutlined aria-hidden />}
              onClick={() => void navigate(uploadPath(projectId, point.structureId, point.id))}
            >
              {t('manual.upload')}
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setForm('new')}>
              {t('manual.add')}
            </Button>
          </Can>
        </div>
        {isTooLong(query.error) ? (
          <SpanTooLong days={tableDays(page, point)} change={change} />
        ) : (
          <div className={table.scroll}>
            <QueryPanel
              query={query}
              rows={6}
              isEmpty={(found) => found.total === 0}
              empty={<RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} />}
            >
              {(found) => (
                <DataTable<ManualRecord>
                  label={t('manual.readings')}
                  rowKey={(row) => row.time}
                  dataSource={[...found.rows]}
                  columns={columns}
                  scroll={{ x: 'max-content' }}
                  {...(found.rows.some((row) => row.entry?.nodes?.length) && {
                    expandable: {
                      rowExpandable: (row) => (row.entry?.nodes?.length ?? 0) > 0,
                      expandedRowRender: (row) => <NodeValues entry={row.entry} point={point} />,
                    },
                  })}
                />
              )}
            </QueryPanel>
          </div>
        )}
        <TableFoot
          total={query.data?.total ?? 0}
          current={state.page}
          pageSize={pageSize}
          onPage={(to, size) => {
            setPageSize(size);
            change({ page: size === pageSize ? to : 1 });
          }}
        />
      </div>
      <Drawer
        open={form !== null}
        size="min(760px, 100vw)"
        destroyOnHidden
        title={
          edited
            ? t('manual.editTitle', { time: formatTime(edited.time, zone) })
            : t('manual.addTitle', { point: point.name })
        }
        onClose={() => unsaved.leave(() => setForm(null))}
        styles={{ body: { padding: 0 } }}
      >
        <Unsaved of={unsaved}>
          <ManualEntry
            point={point}
            zone={zone}
            edited={
              edited?.entry
                ? { reading: editedReading(edited.entry, formatTime(edited.time, zone)), note: edited.entry.note }
                : undefined
            }
            onSaved={() => {
              unsaved.saved();
              setForm(null);
              renew();
            }}
          />
        </Unsaved>
      </Drawer>
      {revoking.dialog}
      <WithdrawDialog
        open={excluded.length > 0}
        point={point}
        times={excluded}
        zone={zone}
        onDone={() => setExcluded([])}
        onCancel={() => setExcluded([])}
      />
    </Panel>
  );
}

/** A time that its text in the form names exactly: whole seconds, and not the first of two in a repeated hour. */
const isTypeable = (time: number, zone: string) =>
  time % 1000 === 0 && zoneShift(zone).from(zoneShift(zone).to(time)) === time;

const uploadPath = (project: number, structure: number, point: number) =>
  `/projects/${project}/console/structures/${structure}/mps/${point}/manual-readings`;

const correctionOf = (entry: Entry, time: number) => ({
  ...{ id: entry.correctionId, kind: 'replace' as const, from: time, values: { ...entry.values } },
  nodeValues: (entry.nodes ?? []).map((node) => ({ ...node, values: { ...node.values } })),
  note: entry.note,
});

/** useEntryText says what was entered: the values, or how many nodes were read. */
function useEntryText(point: PointState) {
  const { t } = useTranslation('point-settings');
  const valuesText = useValuesText(point);
  return ({ values, nodes }: Pick<Entry, 'values' | 'nodes'>) =>
    listText([
      ...((nodes?.length ?? 0) > 0 ? [t('manual.nodes', { count: nodes?.length ?? 0 })] : []),
      ...(Object.keys(values ?? {}).length > 0 ? [valuesText(values ?? {})] : []),
    ]);
}

function useValuesText(point: PointState) {
  const fieldName = useFieldName();
  const attributes = useAttributes(point.measurement);
  return (values: Readonly<Record<string, number>>) =>
    listText(
      Object.entries(values).map(([name, value]) => {
        const found = attributes.find((a) => a.name === name);
        return `${fieldName(point.measurement, name)} ${withUnit(formatNumber(value, found?.decimals), found?.unit ?? '')}`;
      }),
    );
}

function NodeValues({ entry, point }: { entry: Entry | null; point: PointState }) {
  const by = axisOf(useAttributes(point.measurement)) ? 'depth' : 'no';
  const valuesText = useValuesText(point);
  const nodes = [...(entry?.nodes ?? [])].sort((a, b) => (a.depth ?? a.no) - (b.depth ?? b.no));
  return (
    <dl className={styles.nodes}>
      {nodes.map((node) => (
        <div key={node.no}>
          <dt>{nodeName(node, by)}</dt>
          <dd>{valuesText(node.values)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Columns = NonNullable<ReturnType<typeof useManualPage>['data']>['columns'];

function useColumns(
  columns: Columns,
  zone: string,
  entered: (entry: Entry) => string,
  actions: (row: ManualRecord) => React.ReactNode,
): TableColumnType<ManualRecord>[] {
  const { t } = useTranslation('data-views');
  const wide = useWide();
  const typeWord = useTypeWord();
  const flagWord = useChartWords(zone).flag;
  const dull = (row: ManualRecord) => (notCounting(row.flags) ? table.invalid : undefined);
  return [
    {
      key: 'time',
      title: t('column.time'),
      width: 168,
      render: (_, row) => <span className={dull(row)}>{formatTime(row.time, zone)}</span>,
    },
    ...(columns.length === 0
      ? [
          {
            key: 'values',
            title: t('manual.values'),
            render: (_: unknown, row: ManualRecord) => row.entry && entered(row.entry),
          },
        ]
      : columns.map((column, i): TableColumnType<ManualRecord> => {
          const type = column.valueType === 'raw' ? 'observed' : column.valueType;
          const signed = type !== 'observed';
          return {
            key: `${column.field}:${type}`,
            align: 'right',
            title: <UnitHead title={signed ? `${column.label} ${typeWord(type)}` : column.label} unit={column.unit} />,
            render: (_, row) => (
              <span className={dull(row)}>
                {(signed ? formatChange : formatNumber)(row.values[i], column.decimals)}
              </span>
            ),
          };
        })),
    {
      key: 'operator',
      title: t('manual.operator'),
      render: (_, row) => (row.entry ? row.entry.operator || t('manual.program') : t('manual.device')),
    },
    {
      key: 'note',
      title: t('manual.note'),
      render: (_, row) => (
        <div className={styles.note} title={row.entry?.note}>
          {row.entry?.note || '—'}
        </div>
      ),
    },
    {
      key: 'flags',
      title: t('column.flags'),
      render: (_, row) => {
        const told = row.flags.filter((flag) => flag !== 'manual');
        return told.length === 0 ? t('flag.ok') : listText(told.map((flag) => flagWord(flag)));
      },
    },
    {
      key: 'action',
      title: '',
      ...(wide && { fixed: 'end' as const }),
      align: 'right',
      render: (_, row) => actions(row),
    },
  ];
}
