import { useCallback, useEffect, useMemo, useState } from 'react';
import { useComputedFields } from '@/api/computed-fields';
import { useVersions } from '@/entities/configuration/queries';
import { rising } from '@/entities/configuration/thresholds';
import { inForce, standing } from '@/entities/configuration/versions';
import { useSettled } from '@/ui/use-settled';
import { type Here, type Question, useExtent, usePoint, useSimulation } from '../queries';
import {
  blankRow,
  decimalsOf,
  differ,
  isOf,
  pairsOf,
  type Quantity,
  type Row,
  read,
  rowsOf,
  type ValueType,
  written,
} from './draft';
import { linesOf, type Stretch } from './plot';
import { useAsked } from './use-asked';

const dayMs = 86_400_000;

const valueTypes: readonly ValueType[] = ['observed', 'accumulated', 'rate'];
const noRows: Row[] = [];

/** The quantities of a point: those with thresholds first, then what else its formula computes. */
function useQuantities(here: Here, measurement: string, rows: readonly Row[]): Quantity[] {
  const fields = useComputedFields(here.projectId, here.pointId, measurement);
  return useMemo(() => {
    const list: Quantity[] = [];
    const add = (q: Quantity) => {
      if (!list.some((one) => isOf(q, one))) list.push(q);
    };
    for (const { field, valueType } of rows) add({ field, valueType: valueType as ValueType });
    for (const field of fields)
      for (const valueType of valueTypes)
        if (field.valueTypes.includes(valueType)) add({ field: field.name, valueType });
    return list;
  }, [fields, rows]);
}

/** The outcome of a draft. One request at a time: while a limit is dragged, the next one asks about where it is by then. */
function useAnswer(here: Here, draft: Row[] | null, ask: (draft: Row[] | null) => Question | null) {
  const [taken, setTaken] = useState(draft);
  const query = useSimulation(
    here,
    useMemo(() => ask(taken), [ask, taken]),
  );
  const free = !query.isFetching;
  useEffect(() => {
    if (free) setTaken(draft);
  }, [free, draft]);
  return query;
}

/** The state of the page: what is asked, the draft, and the answer. */
export function useSimulator(here: Here) {
  const { asked, change } = useAsked();
  const [now] = useState(() => Date.now());
  const point = usePoint(here);
  const extent = useExtent(here);
  const versions = useVersions({ kind: 'point', structureId: here.structureId, id: here.pointId });
  const list = useMemo(() => standing(versions.data ?? [], 'thresholds'), [versions.data]);
  const force = inForce(list, now);
  const all = (force?.version.value as { list?: Row[] } | undefined)?.list ?? noRows;
  const quantities = useQuantities(here, point.data?.measurement ?? '', all);
  const quantity = asked.quantity ?? quantities[0] ?? null;
  const base = useMemo(() => (quantity ? rowsOf(all, quantity) : noRows), [all, quantity]);
  const earlier = useMemo(
    () =>
      list.flatMap(({ no, version }) => {
        const rows = quantity ? rowsOf((version.value as { list?: Row[] }).list ?? noRows, quantity) : noRows;
        return rows.length > 0 ? [{ no, id: version.id, from: version.validFrom, rows }] : [];
      }),
    [list, quantity],
  );
  const against = useMemo(() => earlier.find((one) => one.id === asked.against), [earlier, asked.against]);

  const last = extent.data?.last ?? 0;
  const end = last > 0 && last < now - dayMs ? last : now;
  const start = asked.span > 0 ? end - asked.span * dayMs : extent.data?.first || end - 90 * dayMs;

  const [moved, setMoved] = useState<{ rows: Row[]; of: string } | null>(null);
  const key = quantity ? `${quantity.field} ${quantity.valueType}` : '';
  // Without thresholds in force the draft begins above the worst value.
  const [proposed, setProposed] = useState<{ rows: Row[]; of: string } | null>(null);
  const origin = base.length > 0 ? base : proposed?.of === key ? proposed.rows : noRows;
  const fromAddress = useMemo(() => (asked.draft ? read(asked.draft, origin) : null), [asked.draft, origin]);
  const edited = moved?.of === key ? moved.rows : fromAddress;
  const draft = edited ?? (origin.length > 0 ? origin : null);
  const ready = versions.isSuccess && extent.isSuccess;
  const ask = useCallback(
    (rows: Row[] | null): Question | null => {
      const right = rows?.every((row) => quantity && isOf(quantity, row) && rising(row) === null) ?? true;
      const sets = rows ? [rows, ...(against ? [against.rows] : [])] : [];
      return quantity && ready && right ? { quantity, start, end, sets } : null;
    },
    [quantity, ready, start, end, against],
  );
  const query = useAnswer(here, draft, ask);
  const found = query.data;
  useEffect(() => {
    if (quantity && found?.worst && !query.isPlaceholderData && draft === null)
      setProposed({ rows: [blankRow(quantity, found.worst.value, found.decimals)], of: key });
  }, [quantity, found, query.isPlaceholderData, draft, key]);
  const text = moved?.of === key ? (differ(moved.rows, origin) ? written(moved.rows) : '') : null;
  const restingText = useSettled(text, 300);
  useEffect(() => {
    if (restingText !== null) change({ draft: restingText });
  }, [restingText, change]);

  const worst = found?.worst?.value;
  const stretches = useMemo((): Stretch[] => {
    if (against) return [{ from: start, until: end, lines: linesOf(against.rows, worst) }];
    return (found?.inForce ?? []).map(({ from, until, list: rows }) => ({
      from,
      until: until || Number.POSITIVE_INFINITY,
      lines: linesOf(rows, worst),
    }));
  }, [against, start, end, found?.inForce, worst]);
  const other = against?.rows ?? base;
  const pairs = useMemo(() => pairsOf(draft ?? noRows, other), [draft, other]);
  return {
    ...{
      asked,
      change,
      now,
      point,
      versions,
      force,
      all,
      quantities,
      quantity,
      base,
      earlier,
      against,
      start,
      end,
      query,
      found,
    },
    ...{ draft, pairs, stretches, no: list.length + 1 },
    failure: point.error ?? versions.error ?? extent.error ?? (found ? null : query.error),
    decimals: decimalsOf([...(draft ?? noRows), ...base], found?.decimals ?? 2),
    changed: draft !== null && differ(draft, base),
    wrong: draft?.some((row) => rising(row) !== null) ?? true,
    move: (rows: Row[]) => setMoved({ rows, of: key }),
    choose: (q: Quantity) => {
      setMoved(null);
      change({ quantity: q, draft: '', against: 0, batch: 0 });
    },
    reset: () => {
      setMoved(null);
      change({ draft: '' });
    },
    /** The outcome that the draft is compared with, and that of the draft. */
    current: (against && found?.sets[1]) || found?.current,
    outcome: found?.sets[0] ?? found?.current,
  };
}

export type Simulator = ReturnType<typeof useSimulator>;
