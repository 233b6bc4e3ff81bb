import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
} from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, pointKindsQuery } from '@/api/catalog';
import { ApiError } from '@/api/errors';
import {
  addLines,
  type CellErrors,
  draftOf,
  fillDown,
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
} from '../model/grid';
import type { useProjectDevices } from '../queries/devices';
import { useCheckPoints } from '../queries/points';

const checkAfter = 400; // ms after the last change
const maxSteps = 100; // that can be undone

/** The lines, their undo history, and the cell being typed into: continued typing is one change. */
export interface Work {
  lines: PointLine[];
  steps: PointLine[][];
  typing: string;
}

/** Maps the text of a pasted cell, in any language, to codes. */
export function useWords(): Words {
  const { t } = useTranslation('sites');
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: pointKinds = [] } = useQuery(pointKindsQuery);
  return useMemo(() => {
    const find = (list: { code: string; label: Record<string, string> }[]) => (word: string) =>
      list.find((one) => one.code === word || Object.values(one.label).includes(word))?.code ?? null;
    const known = find(pointKinds);
    const kind = (word: string) => lineKinds.find((one) => one === known(word) || t(`kinds.${one}`) === word) ?? null;
    return { kind, measurement: find(measurements), category: find(types) };
  }, [measurements, types, pointKinds, t]);
}

interface Judged {
  open: boolean;
  structureId: number;
  itemId: number;
  lines: PointLine[];
  devices: ReturnType<typeof useProjectDevices>['data'];
  /** Why the server refused to make the points. */
  refusal: Error | null;
}

/** The points that the lines describe, with the errors found here and by the server. */
export function useJudged({ open, structureId, itemId, lines, devices, refusal }: Judged) {
  const { t } = useTranslation('sites');
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const check = useCheckPoints(structureId);
  const { mutate: ask } = check;
  const pasted = lines.some((line) => line.deviceNo !== '');
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
  // Lines that are malformed are not sent for checking.
  const whole = drafts.length > 0 && drafts.every((d) => d.measurement && d.category && [...d.name].length <= maxName);

  useEffect(() => {
    if (!open || !whole) return;
    const timer = setTimeout(() => ask(drafts), checkAfter);
    return () => clearTimeout(timer);
  }, [open, whole, drafts, ask]);

  const refused = refusal instanceof ApiError ? refusal.fields : {};
  const told = check.variables === drafts ? (check.data?.fields ?? {}) : {};
  const errors: CellErrors = merged(own, serverErrors({ ...told, ...refused }, sent));
  const wrong = [...errors.values()].reduce((sum, cells) => sum + Object.keys(cells).length, 0);
  return { drafts, errors, wrong, ready: sound && wrong === 0 };
}

/** Changes of the lines, each of which can be undone, and what keys and the clipboard do in a cell. */
export function useEditing(
  setWork: Dispatch<SetStateAction<Work>>,
  reset: () => void,
  words: Words,
  table: RefObject<HTMLTableElement | null>,
) {
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
    [reset, setWork],
  );
  const undo = useCallback(() => {
    reset();
    setWork((old) => ({ lines: old.steps.at(-1) ?? old.lines, steps: old.steps.slice(0, -1), typing: '' }));
  }, [reset, setWork]);
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
    [change, undo, onFill, table],
  );
  return { change, undo, onFill, onChange, onRemove, onPaste, onMove };
}
