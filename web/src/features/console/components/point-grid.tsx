import { UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, pointKindsQuery } from '@/api/catalogue';
import { ApiError } from '@/api/errors';
import { useCreatePoints } from '@/entities/project/make';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { edgesOf, useRowsInView } from '@/ui/use-rows-in-view';
import {
  addLines,
  type CellErrors,
  draftOf,
  fillDown,
  hasContent,
  lineKinds,
  maxName,
  merged,
  ownErrors,
  type PasteColumn,
  type PointLine,
  pasteInto,
  series,
  serverErrors,
  typed,
  unreadAfter,
  type Words,
  withDevices,
} from '../model/grid';
import { useProjectDevices } from '../queries/devices';
import { useCheckPoints } from '../queries/points';

import { GridLine } from './grid-line';
import styles from './point-grid.module.css';

interface Props {
  open: boolean;
  projectId: number;
  corporationId: number;
  structureId: number;
  itemId: number;
  onClose: () => void;
}

const checkAfter = 400; // ms after the last change
const rowHeight = 33; // px, of a line without complaints
const maxSteps = 100; // that can be taken back

/** The lines, what they were before each change, and the cell that is being typed into: typing on in it is one change. */
interface Work {
  lines: PointLine[];
  steps: PointLine[][];
  typing: string;
}

/** Points are made together: a grid that takes a spreadsheet's cells, fills series and judges while one types. */
export function PointGrid({ open, projectId, corporationId, structureId, itemId, onClose }: Props) {
  const { t } = useTranslation(['sites', 'console', 'common']);
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: pointKinds = [] } = useQuery(pointKindsQuery);
  const [{ lines: entered, steps }, setWork] = useState<Work>(() => ({
    lines: addLines([], 1),
    steps: [],
    typing: '',
  }));
  const [names, setNames] = useState('');
  const table = useRef<HTMLTableElement>(null);
  const edges = useMemo(() => edgesOf(entered.map(() => rowHeight)), [entered]);
  const [from, to] = useRowsInView(table, edges, 30);
  const create = useCreatePoints(projectId, structureId);
  const check = useCheckPoints(structureId);
  const { mutate: ask } = check;

  const pasted = entered.some((line) => line.deviceNo !== '');
  const devices = useProjectDevices(corporationId, projectId, open && pasted).data;
  const lines = useMemo(() => (devices ? withDevices(entered, devices) : entered), [entered, devices]);
  const deviceNames = useMemo(() => new Map(devices?.map((one) => [one.id, `${one.name} (${one.sncode})`])), [devices]);

  const sent = useMemo(() => typed(lines), [lines]);
  const drafts = useMemo(
    () =>
      lines.flatMap((line) => {
        if (line.name.trim() === '') return [];
        const measured = measurements.find((m) => m.code === line.measurement);
        return [
          draftOf(line, itemId, {
            mainField: measured?.mainField ?? '',
            accumulates: measured?.mainValueType === 'accumulated',
          }),
        ];
      }),
    [lines, measurements, itemId],
  );
  const own = useMemo(
    () =>
      ownErrors(lines, {
        empty: t('grid.empty'),
        tooLong: t('grid.tooLong'),
        duplicate: t('grid.duplicate'),
        noDevice: devices ? t('grid.noDevice') : null,
        unread: (word) => t('grid.unread', { word }),
      }),
    [lines, devices, t],
  );
  const sound = drafts.length > 0 && own.size === 0 && (!pasted || devices !== undefined);
  // What the server would refuse by its form alone is not asked about.
  const whole = drafts.length > 0 && drafts.every((d) => d.measurement && d.category && [...d.name].length <= maxName);

  useEffect(() => {
    if (!open || !whole) return;
    const timer = setTimeout(() => ask(drafts), checkAfter);
    return () => clearTimeout(timer);
  }, [open, whole, drafts, ask]);

  const refused = create.error instanceof ApiError ? create.error.fields : {};
  const told = check.variables === drafts ? (check.data?.fields ?? {}) : {};
  const errors: CellErrors = merged(own, serverErrors({ ...told, ...refused }, sent));
  const wrong = [...errors.values()].reduce((sum, cells) => sum + Object.keys(cells).length, 0);

  const words: Words = useMemo(() => {
    const find = (list: { code: string; label: Record<string, string> }[]) => (word: string) =>
      list.find((one) => one.code === word || Object.values(one.label).includes(word))?.code ?? null;
    const known = find(pointKinds);
    const kind = (word: string) => lineKinds.find((one) => one === known(word) || t(`kinds.${one}`) === word) ?? null;
    return { kind, measurement: find(measurements), category: find(types) };
  }, [measurements, types, pointKinds, t]);

  const { reset } = create;
  const change = useCallback(
    (next: (old: PointLine[]) => PointLine[], typing = '') => {
      reset();
      setWork((old) => {
        const lines = next(old.lines);
        if (lines === old.lines) return old;
        const goesOn = typing !== '' && typing === old.typing;
        return { lines, typing, steps: goesOn ? old.steps : [...old.steps.slice(-maxSteps), old.lines] };
      });
    },
    [reset],
  );
  const undo = useCallback(() => {
    reset();
    setWork((old) => ({ lines: old.steps.at(-1) ?? old.lines, steps: old.steps.slice(0, -1), typing: '' }));
  }, [reset]);
  const onFill = useCallback(
    (row: number, column: PasteColumn) => change((old) => fillDown(old, row, column)),
    [change],
  );
  const onChange = useCallback(
    (row: number, part: Partial<PointLine>) =>
      change(
        (old) => old.map((one, i) => (i === row ? { ...one, ...part, unread: unreadAfter(one, part) } : one)),
        `${row} ${Object.keys(part).join()}`,
      ),
    [change],
  );
  const onRemove = useCallback((row: number) => change((old) => old.filter((_, i) => i !== row)), [change]);
  const onPaste = useCallback(
    (event: ClipboardEvent, row: number, column: PasteColumn) => {
      const text = event.clipboardData.getData('text/plain');
      if (!/[\t\n]/.test(text) && !(column === 'name' && series(text))) return;
      event.preventDefault();
      change((old) => pasteInto(old, row, column, text, words));
    },
    [change, words],
  );
  /** Enter and the arrows go from line to line in the same column; Enter on the last line adds one. */
  const onMove = useCallback(
    (event: KeyboardEvent, row: number, column: PasteColumn) => {
      if ((event.ctrlKey || event.metaKey) && (event.key === 'z' || event.key === 'd')) {
        event.preventDefault();
        if (event.key === 'z') undo();
        else onFill(row, column);
        return;
      }
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
      if (by === 0 || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (event.key === 'Enter') change((old) => (row === old.length - 1 ? addLines(old, 1) : old));
      requestAnimationFrame(() =>
        table.current?.querySelector<HTMLElement>(`[data-row="${row + by}"][data-column="${column}"]`)?.focus(),
      );
    },
    [change, undo, onFill],
  );
  const unsaved = useUnsaved(open && hasContent(entered));
  const close = () => unsaved.leave(onClose);

  function fill() {
    const list = series(names);
    if (!list) return;
    change((old) => {
      const kept = old.filter((line) => line.name.trim() !== '');
      return pasteInto(kept.length > 0 ? kept : old.slice(0, 1), kept.length, 'name', list.join('\n'), words);
    });
    setNames('');
  }

  return (
    <Drawer
      closable={{ placement: 'end' }}
      open={open}
      size={1080}
      title={t('grid.title')}
      onClose={close}
      footer={
        <div className={styles.foot}>
          <span role="status">{wrong > 0 ? t('grid.wrong', { count: wrong }) : t('grid.allOrNone')}</span>
          <Button onClick={close}>{t('common:action.cancel')}</Button>
          <Button
            type="primary"
            disabled={!sound || wrong > 0}
            loading={create.isPending}
            onClick={() =>
              create.mutate(drafts, {
                onSuccess: () => {
                  unsaved.saved();
                  onClose();
                },
              })
            }
          >
            {t('grid.add', { count: drafts.length })}
          </Button>
        </div>
      }
    >
      {create.error instanceof ApiError && Object.keys(create.error.fields).length > 0 ? null : (
        <FormError error={create.error ?? undefined} />
      )}
      <div className={styles.tools}>
        <Input
          className={styles.series ?? ''}
          value={names}
          aria-label={t('grid.series')}
          placeholder={t('grid.series')}
          onChange={(event) => setNames(event.target.value)}
          onPressEnter={fill}
        />
        <Button disabled={!series(names)} onClick={fill}>
          {t('grid.fill')}
        </Button>
        <Button onClick={() => change((old) => addLines(old, 1))}>{t('grid.oneMore')}</Button>
        <Button onClick={() => change((old) => addLines(old, 10))}>{t('grid.tenMore')}</Button>
        <Button icon={<UndoOutlined aria-hidden />} disabled={steps.length === 0} onClick={undo}>
          {t('grid.undo')}
        </Button>
        <span>{t('grid.hint')}</span>
      </div>
      <div className={styles.scroll}>
        <table className={styles.grid} ref={table}>
          <thead>
            <tr>
              <th>{t('grid.no')}</th>
              <th>{t('console:point.name')}</th>
              <th>{t('grid.kind')}</th>
              <th>{t('common:entity.measurement')}</th>
              <th>{t('console:point.category')}</th>
              <th>{t('grid.sources')}</th>
              <th>{t('console:binding.channel')}</th>
              <th>
                <span className="visually-hidden">{t('console:action')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {from > 0 && (
              <tr style={{ height: from * rowHeight }}>
                <td colSpan={8} />
              </tr>
            )}
            {lines.slice(from, to).map((line, i) => {
              const row = from + i;
              return (
                <GridLine
                  key={line.key}
                  line={line}
                  row={row}
                  errors={errors.get(row)}
                  projectId={projectId}
                  corporationId={corporationId}
                  deviceName={deviceNames.get(line.deviceId)}
                  alone={lines.length === 1}
                  last={row === lines.length - 1}
                  onChange={onChange}
                  onRemove={onRemove}
                  onPaste={onPaste}
                  onMove={onMove}
                  onFill={onFill}
                />
              );
            })}
            {to < lines.length && (
              <tr style={{ height: (lines.length - to) * rowHeight }}>
                <td colSpan={8} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Drawer>
  );
}
