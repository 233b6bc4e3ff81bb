import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Attribute, useAttributes, useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedInput } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { announce } from '@/ui/messages';
import {
  axisOf,
  blankLine,
  gridOf,
  linesOf,
  type ManualLine,
  type ManualReading,
  type NodesBy,
  pastedLines,
  readingsOf,
  releveled,
  tidyNumber,
  tidyTime,
  wrongs,
} from './manual';
import styles from './manual.module.css';

type Point = Pick<components['schemas']['Point'], 'id' | 'structureId' | 'measurement'>;

interface Props {
  point: Point;
  zone: string;
  /** The entered reading to edit; its time stays. */
  edited?: { reading: ManualReading; note: string } | undefined;
  onSaved?: () => void;
}

/** The lines that were typed, with each earlier state for undo. */
function useLines(columns: number, start: readonly ManualLine[], onChange: () => void) {
  const [steps, setSteps] = useState<ManualLine[][]>([]);
  const now = steps.at(-1) ?? [];
  return {
    lines: now.length > 0 ? now : start.length > 0 ? [...start] : Array.from({ length: 3 }, () => blankLine(columns)),
    typed: steps.length > 0,
    change: (next: ManualLine[]) => {
      setSteps([...steps.slice(-50), next]);
      onChange();
    },
    undo: () => setSteps(steps.slice(0, -1)),
    clear: () => setSteps([]),
  };
}

/** Previews and enters readings. */
function useEntry(point: Point, note: string, whole: boolean, onEntered: () => void) {
  const { t } = useTranslation('point-settings');
  const queryClient = useQueryClient();
  const path = { structureId: point.structureId, measuringPointId: point.id };
  const one = '/api/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data' as const;
  const preview = useMutation({
    mutationFn: (rows: ManualReading[]) =>
      data(client.POST(`${one}/preview`, { params: { path }, body: { rows, note, whole } })),
    meta: { quiet: true },
  });
  const enter = useMutation({
    mutationFn: (rows: ManualReading[]) => data(client.POST(one, { params: { path }, body: { rows, note, whole } })),
    meta: { quiet: true },
    onSuccess: ({ rows }) => {
      announce('success', t('manual.saved', { count: rows }));
      onEntered();
      preview.reset();
      void queryClient.invalidateQueries({ queryKey: ['corrections', point.id] });
    },
  });
  const reset = () => {
    preview.reset();
    enter.reset();
  };
  return { preview, enter, reset };
}

/** Readings typed or pasted for a manual point, or one that is edited. */
export function ManualEntry({ point, zone, edited, onSaved }: Props) {
  const { t } = useTranslation('point-settings');
  const say = useLabel();
  const all = useAttributes(point.measurement);
  const axis = axisOf(all);
  const [perNode, setPerNode] = useState(
    edited ? (edited.reading.nodes ?? []).length > 0 : point.measurement === 'DeepDisplacement',
  );
  const { by, attributes } = gridOf(all, perNode);
  const columns = attributes.length + (by ? 1 : 0);
  const names = attributes.map((a) => a.name);
  const [note, setNote] = useState(edited?.note ?? '');
  const { preview, enter, reset } = useEntry(point, note, edited !== undefined, () => {
    clear();
    setNote('');
    onSaved?.();
  });
  const start = edited ? linesOf(edited.reading, names, by) : [];
  const { lines, typed, change, undo, clear } = useLines(columns, start, reset);
  useUnsaved(typed || note !== (edited?.note ?? ''));
  const typedReadings = readingsOf(lines, names, by);
  const readings = edited ? typedReadings.map((one) => releveled(one, edited.reading)) : typedReadings;
  const ready = readings.length > 0 && wrongs(lines, by).length === 0 && fits(note, noteLength);
  const nodeLabel = by === 'depth' && axis ? `${say(axis.label)} ${axis.unit}` : t('manual.node');
  return (
    <section className={styles.section} aria-label={t('tab.manual')}>
      <p className={styles.quiet}>{t(by ? 'manual.hintNodes' : 'manual.hint', { node: nodeLabel })}</p>
      {['elevation', 'settlement'].every((name) => names.includes(name)) && (
        <p className={styles.quiet}>{t('manual.hintLevel')}</p>
      )}
      {!edited && all.some((a) => a.perNode) && (
        <Checkbox checked={perNode} disabled={typed} onChange={(event) => setPerNode(event.target.checked)}>
          {t('manual.perNode')}
        </Checkbox>
      )}
      <Lines {...{ lines, by, attributes, nodeLabel }} timed={edited === undefined} onChange={change} />
      <div className={styles.foot}>
        {(!edited || by) && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => change([...lines, blankLine(columns)])}>
            {t('manual.add')}
          </Button>
        )}
        <Button icon={<UndoOutlined aria-hidden />} disabled={!typed} onClick={undo}>
          {t('manual.undo')}
        </Button>
      </div>
      <div className={styles.foot}>
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
      <div className={styles.foot}>
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

interface LinesProps {
  lines: ManualLine[];
  by: NodesBy;
  attributes: readonly Attribute[];
  nodeLabel: string;
  /** Times may be changed. */
  timed: boolean;
  onChange: (lines: ManualLine[]) => void;
}

/** The lines as a grid of cells; column -1 is the time. */
function Lines({ lines, by, attributes, nodeLabel, timed, onChange }: LinesProps) {
  const { t } = useTranslation(['point-settings', 'common']);
  const say = useLabel();
  const grid = useRef<HTMLTableSectionElement>(null);
  const columns = attributes.length + (by ? 1 : 0);
  const wrong = wrongs(lines, by);
  // Enter and the arrows go up and down, as in a spreadsheet.
  const move = (event: KeyboardEvent, line: number, column: number) => {
    const down = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (down === 0) return;
    event.preventDefault();
    if (line + down >= lines.length && event.key === 'Enter' && (timed || by)) onChange([...lines, blankLine(columns)]);
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLInputElement>(`[data-cell="${line + down} ${column}"]`)?.focus(),
    );
  };
  const cell = (line: number, column: number, label: string) => (
    <LineCell
      key={column}
      {...{ lines, line, column, label, onChange }}
      why={wrong.find((one) => one.line === line && one.column === column)?.why}
      disabled={column === -1 && !timed}
      onKeyDown={move}
    />
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
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
                  disabled={!timed && i === 0}
                  aria-label={t('manual.remove', { no: i + 1 })}
                  onClick={() => onChange(lines.filter((_line, k) => k !== i))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends Pick<LinesProps, 'lines' | 'onChange'> {
  line: number;
  column: number;
  label: string;
  disabled: boolean;
  why: ReturnType<typeof wrongs>[number]['why'] | undefined;
  onKeyDown: (event: KeyboardEvent, line: number, column: number) => void;
}

function LineCell({ lines, line, column, label, disabled, why, onChange, onKeyDown }: CellProps) {
  const { t } = useTranslation('point-settings');
  const text = (column === -1 ? lines[line]?.time : lines[line]?.cells[column]) ?? '';
  const put = (next: string) =>
    onChange(
      lines.map((old, i) =>
        i !== line
          ? old
          : column === -1
            ? { ...old, time: next }
            : { ...old, cells: old.cells.map((value, k) => (k === column ? next : value)) },
      ),
    );
  return (
    <td>
      <Input
        aria-label={label}
        aria-invalid={why !== undefined}
        status={why ? 'error' : ''}
        disabled={disabled}
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
          onChange(pastedLines(lines, { line, column }, pasted));
        }}
        onKeyDown={(event) => onKeyDown(event, line, column)}
      />
      {why && <span className={styles.wrong}>{t(`manual.${why}`)}</span>}
    </td>
  );
}
