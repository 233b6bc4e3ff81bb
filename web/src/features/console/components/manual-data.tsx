import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, type TableColumnType } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useAttributes, useFieldName, useLabel } from '@/api/catalogue';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { Can } from '@/entities/permission/can';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedInput } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { listText } from '@/ui/format/list';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import own from '../editors/point-settings.module.css';
import {
  blankLine,
  type ManualLine,
  type ManualReading,
  type NodesBy,
  pastedLines,
  readingsOf,
  tidyNumber,
  tidyTime,
  wrongs,
} from '../model/manual';
import styles from '../pages/console.module.css';
import { type Correction, useCorrections } from '../queries/corrections';
import type { Point } from '../queries/points';
import { useTakingBack } from './take-back-dialog';

type NodeValue = components['schemas']['CorrectionNodeValue'];

/** What says where a node is: the depth, or the distance along the array. */
function axisOf<T extends { name: string }>(attributes: readonly T[]): T | undefined {
  return attributes.find((a) => a.name === 'depth' || a.name === 'dist');
}

interface Props {
  point: Point;
  zone: string;
}

/** Readings of an artificial point: entered by hand or pasted, and taken back. */
export function ManualData(props: Props) {
  const { t } = useTranslation('point-settings');
  // The columns come from the catalogue: what is pasted before they are known would be cut.
  const catalogue = useQuery(measurementsQuery);
  return (
    <QueryPanel query={catalogue} failure={t('manual.failed')}>
      {() => (
        <>
          <Can any={['Create:Data']}>
            <Entry {...props} />
          </Can>
          <Entered {...props} />
        </>
      )}
    </QueryPanel>
  );
}

function Entry({ point, zone }: Props) {
  const { t } = useTranslation(['point-settings', 'common']);
  const say = useLabel();
  const queryClient = useQueryClient();
  const all = useAttributes(point.measurement);
  const axis = axisOf(all);
  const [perNode, setPerNode] = useState(point.measurement === 'DeepDisplacement');
  const by: NodesBy = perNode ? (axis ? 'depth' : 'no') : null;
  const attributes = all.filter((a) => a.valueTypes.length > 0 && (!perNode || a.perNode));
  const columns = attributes.length + (by ? 1 : 0);
  const [steps, setSteps] = useState<ManualLine[][]>([]);
  const now = steps.at(-1) ?? [];
  const lines = now.length > 0 ? now : [blankLine(columns), blankLine(columns), blankLine(columns)];
  const [note, setNote] = useState('');
  useUnsaved(steps.length > 0 || note !== '');
  const grid = useRef<HTMLTableSectionElement>(null);
  const path = { structureId: point.structureId, measuringPointId: point.id };
  const one = '/api/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data' as const;
  const preview = useMutation({
    mutationFn: (rows: ManualReading[]) =>
      data(client.POST(`${one}/preview`, { params: { path }, body: { rows, note } })),
    meta: { quiet: true },
  });
  const enter = useMutation({
    mutationFn: (rows: ManualReading[]) => data(client.POST(one, { params: { path }, body: { rows, note } })),
    meta: { quiet: true },
    onSuccess: ({ rows }) => {
      announce('success', t('manual.saved', { count: rows }));
      setSteps([]);
      setNote('');
      preview.reset();
      void queryClient.invalidateQueries({ queryKey: ['corrections', point.id] });
    },
  });
  const change = (next: ManualLine[]) => {
    setSteps([...steps.slice(-50), next]);
    preview.reset();
    enter.reset();
  };
  const wrong = wrongs(lines, by);
  const readings = readingsOf(
    lines,
    attributes.map((a) => a.name),
    by,
  );
  const ready = readings.length > 0 && wrong.length === 0 && fits(note, noteLength);
  const nodeLabel = by === 'depth' && axis ? `${say(axis.label)} ${axis.unit}` : t('manual.node');
  const cell = (line: number, column: number, label: string) => {
    const text = (column === -1 ? lines[line]?.time : lines[line]?.cells[column]) ?? '';
    const why = wrong.find((one) => one.line === line && one.column === column)?.why;
    const put = (next: string) =>
      change(
        lines.map((old, i) =>
          i !== line
            ? old
            : column === -1
              ? { ...old, time: next }
              : { ...old, cells: old.cells.map((value, k) => (k === column ? next : value)) },
        ),
      );
    return (
      <td key={column}>
        <Input
          aria-label={label}
          aria-invalid={why !== undefined}
          status={why ? 'error' : ''}
          value={text}
          data-cell={`${line} ${column}`}
          onChange={(event) => put(event.target.value)}
          onBlur={() => {
            const tidy = column === -1 ? tidyTime(text) : tidyNumber(text);
            if (tidy !== text) put(tidy);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[\t\n]/.test(pasted)) return;
            event.preventDefault();
            change(pastedLines(lines, { line, column }, pasted));
          }}
          onKeyDown={(event) => move(event, line, column)}
        />
        {why && <span className={own.wrong}>{t(`manual.${why}`)}</span>}
      </td>
    );
  };
  // Enter and the arrows go up and down, as in a spreadsheet.
  const move = (event: KeyboardEvent, line: number, column: number) => {
    const down = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (down === 0) return;
    event.preventDefault();
    if (line + down >= lines.length && event.key === 'Enter') change([...lines, blankLine(columns)]);
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLInputElement>(`[data-cell="${line + down} ${column}"]`)?.focus(),
    );
  };
  return (
    <section className={own.section} aria-label={t('tab.manual')}>
      <p className={styles.quiet}>{t(by ? 'manual.hintNodes' : 'manual.hint', { node: nodeLabel })}</p>
      {all.some((a) => a.perNode) && (
        <Checkbox checked={perNode} disabled={steps.length > 0} onChange={(event) => setPerNode(event.target.checked)}>
          {t('manual.perNode')}
        </Checkbox>
      )}
      <div className={own.scroll}>
        <table className={own.table}>
          <thead>
            <tr>
              <th scope="col">{t('manual.time')}</th>
              {by && <th scope="col">{nodeLabel}</th>}
              {attributes.map((a) => (
                <th key={a.name} scope="col">
                  {say(a.label)} {a.unit}
                </th>
              ))}
              <th scope="col" aria-label={t('common:action.delete')} />
            </tr>
          </thead>
          <tbody ref={grid}>
            {lines.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
              <tr key={i}>
                {cell(i, -1, `${i + 1} ${t('manual.time')}`)}
                {by && cell(i, 0, `${i + 1} ${nodeLabel}`)}
                {attributes.map((a, column) => cell(i, by ? column + 1 : column, `${i + 1} ${say(a.label)}`))}
                <td>
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('manual.remove', { no: i + 1 })}
                    onClick={() => change(lines.filter((_line, k) => k !== i))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={own.foot}>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => change([...lines, blankLine(columns)])}>
          {t('manual.add')}
        </Button>
        <Button
          icon={<UndoOutlined aria-hidden />}
          disabled={steps.length === 0}
          onClick={() => setSteps(steps.slice(0, -1))}
        >
          {t('manual.undo')}
        </Button>
      </div>
      <div className={own.foot}>
        <LimitedInput
          aria-label={t('manual.note')}
          placeholder={t('manual.note')}
          max={noteLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <Refusal error={enter.error ?? preview.error} />
      {preview.data && <Consequences found={preview.data} zone={zone} />}
      <div className={own.foot}>
        <Button disabled={!ready} loading={preview.isPending} onClick={() => preview.mutate(readings)}>
          {t('manual.preview')}
        </Button>
        <Button
          type="primary"
          disabled={!ready}
          loading={enter.isPending || preview.isPending}
          onClick={() => (preview.data ? enter.mutate(readings) : preview.mutate(readings))}
        >
          {t('manual.enter', { count: readings.length })}
        </Button>
      </div>
    </section>
  );
}

function Entered({ point, zone }: Props) {
  const { t } = useTranslation('point-settings');
  const fieldName = useFieldName();
  const attributes = useAttributes(point.measurement);
  const query = useCorrections(point.structureId, point.id);
  const valuesText = (values: Record<string, number> | undefined) =>
    listText(
      Object.entries(values ?? {}).map(([name, value]) => {
        const found = attributes.find((a) => a.name === name);
        return `${fieldName(point.measurement, name)} ${withUnit(formatNumber(value, found?.decimals), found?.unit ?? '')}`;
      }),
    );
  const axis = axisOf(attributes);
  const nodes = (c: Correction) => [...(c.nodeValues ?? [])].sort((a, b) => (a.depth ?? a.no) - (b.depth ?? b.no));
  const nodeText = (node: NodeValue) =>
    node.depth !== undefined && axis ? withUnit(formatNumber(node.depth, axis.decimals), axis.unit) : String(node.no);
  const text = (c: Correction) => {
    const count = c.nodeValues?.length ?? 0;
    return listText([
      ...(count > 0 ? [t('manual.nodes', { count })] : []),
      ...(Object.keys(c.values ?? {}).length > 0 ? [valuesText(c.values)] : []),
    ]);
  };
  const takingBack = useTakingBack(point, zone, text);
  const columns: TableColumnType<Correction>[] = [
    { key: 'time', title: t('manual.taken'), width: 180, render: (_, c) => formatTime(c.from, zone) },
    { key: 'values', title: t('manual.values'), render: (_, c) => text(c) },
    { key: 'note', title: t('manual.note'), responsive: ['md'], render: (_, c) => c.note },
    {
      key: 'recorded',
      title: t('manual.recorded'),
      width: 180,
      responsive: ['md'],
      render: (_, c) => formatTime(c.recordedAt, zone),
    },
    {
      key: 'action',
      title: '',
      width: 90,
      align: 'right',
      render: (_, c) => takingBack.button(c),
    },
  ];
  const standing = (list: Correction[]) =>
    list.filter((c) => c.kind === 'replace' && c.takenBackAt === 0).sort((a, b) => b.from - a.from);
  return (
    <section aria-label={t('manual.entered')}>
      <h3 className={own.heading}>{t('manual.entered')}</h3>
      <QueryPanel
        query={query}
        failure={t('manual.failed')}
        rows={5}
        isEmpty={(list) => standing(list).length === 0}
        empty={<PanelEmpty title={t('manual.none')} hint={t('manual.noneHint')} />}
      >
        {(list) => (
          <DataTable<Correction>
            label={t('manual.entered')}
            rowKey={(c) => c.id}
            dataSource={standing(list)}
            columns={columns}
            expandable={{
              rowExpandable: (c) => (c.nodeValues?.length ?? 0) > 0,
              expandedRowRender: (c) => (
                <dl className={own.nodes}>
                  {nodes(c).map((node) => (
                    <div key={node.no}>
                      <dt>{nodeText(node)}</dt>
                      <dd>{valuesText(node.values)}</dd>
                    </div>
                  ))}
                </dl>
              ),
            }}
          />
        )}
      </QueryPanel>
      {takingBack.dialog}
    </section>
  );
}
