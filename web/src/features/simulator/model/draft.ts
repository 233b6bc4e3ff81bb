import type { components } from '@/api/schema.gen';
import type { LimitName, Limits } from '@/entities/configuration/thresholds';
import { limitNames } from '@/ui/theme/tokens';

export type Row = components['schemas']['AlarmThreshold'];
export type ValueType = Row['valueType'] & ('observed' | 'accumulated' | 'rate');

/** What thresholds judge: a field with a value type. */
export interface Quantity {
  field: string;
  valueType: ValueType;
}

/** What counts where a threshold leaves it out. */
export const defaults = { restoreMargin: 0.05, confirmTimes: 1, restoreTimes: 2 } as const;

export const isOf = (q: Quantity, row: Pick<Row, 'field' | 'valueType'>) =>
  row.field === q.field && row.valueType === q.valueType;

/** The rows of a quantity as a simulation needs them: switched on. */
export function rowsOf(list: readonly Row[], q: Quantity): Row[] {
  return list.filter((row) => isOf(q, row)).map((row) => ({ ...row, enable: true }));
}

/** The last digit of a value with these decimals. */
export const lastDigit = (decimals: number) => 10 ** -decimals;

const rounded = (value: number, decimals: number) => Number(value.toFixed(Math.min(Math.max(decimals, 0), 12)));

/** Limits for a quantity without thresholds: shares of a round number above its worst value. */
export function blankRow(q: Quantity, worst: number, decimals: number): Row {
  const least = 10 * lastDigit(decimals);
  const top = Math.max(Math.abs(worst) * 1.2, least);
  const at = (share: number) => Math.max(rounded(top * share, decimals), lastDigit(decimals));
  return { ...q, blue: at(0.7), yellow: at(0.8), orange: at(0.9), red: at(1), enable: true };
}

/** Between which values a limit can move: one last digit from its neighbors; null: none above it. */
export function reachOf(row: Row, name: LimitName, decimals: number): { low: number; high: number | null } {
  const digit = lastDigit(decimals);
  const at = limitNames.indexOf(name);
  const before = at > 0 ? row[limitNames[at - 1] as LimitName] : 0;
  const after = at < 3 ? row[limitNames[at + 1] as LimitName] : null;
  const high = after === null ? null : rounded(after - digit, decimals);
  return { low: rounded((before ?? 0) + digit, decimals), high };
}

/** A row with another limit, which stays between its neighbors. */
export function withLimit(row: Row, name: LimitName, value: number, decimals: number): Row {
  const { low, high } = reachOf(row, name, decimals);
  return { ...row, [name]: rounded(Math.min(Math.max(value, low), high ?? Number.POSITIVE_INFINITY), decimals) };
}

/** Decimals in which all limits of rows can be written: those of the value, or more if a limit has more. */
export function decimalsOf(rows: readonly Row[], decimals: number): number {
  const written = rows.flatMap((row) => [...limitNames.map((name) => row[name]), ...lowerOf(row)]);
  return Math.max(decimals, ...written.map((limit) => (String(limit ?? '').split('.')[1] ?? '').length));
}

const lowerOf = (row: Row) => (row.lower ? limitNames.map((name) => row.lower?.[name] ?? null) : []);

/** On which side of zero, or of its reference, the limits of a row are shown: where the worst value is. */
export function sideOf(row: Row, worst: number | undefined): 1 | -1 {
  if (row.direction === 'positive') return 1;
  if (row.direction === 'negative') return -1;
  return worst !== undefined && worst - (row.reference ?? 0) < 0 ? -1 : 1;
}

/** The value at which a limit is drawn, and the limit of a drawn value. */
export const drawnAt = (row: Row, side: 1 | -1, limit: number) => (row.reference ?? 0) + side * limit;
export const limitAt = (row: Row, side: 1 | -1, drawn: number) => side * (drawn - (row.reference ?? 0));

/** The thresholds of a point with other rows of one quantity; the others stay. */
export function merged(all: readonly Row[], q: Quantity, rows: readonly Row[]): Row[] {
  const first = all.findIndex((row) => isOf(q, row));
  const others = all.filter((row) => !isOf(q, row));
  const before = first < 0 ? others.length : all.slice(0, first).length;
  return [...others.slice(0, before), ...rows.map((row) => ({ ...row, source: 'manual' })), ...others.slice(before)];
}

/** The nodes that a row judges, as a text. */
const nodesOf = (row: Row) => String(row.nodeRange ?? '');

/** Rows of two sets for the same nodes. One of them is missing if only the other set judges these nodes. */
export interface Pair {
  draft: Row | undefined;
  before: Row | undefined;
}

/** The rows of the draft with those of the other set for the same nodes, then those of the other set alone. */
export function pairsOf(draft: readonly Row[], other: readonly Row[]): Pair[] {
  const like = (rows: readonly Row[], row: Row) => rows.find((one) => nodesOf(one) === nodesOf(row));
  return [
    ...draft.map((row) => ({ draft: row, before: like(other, row) })),
    ...other.filter((row) => !like(draft, row)).map((row) => ({ draft: undefined, before: row })),
  ];
}

/** The nodes of a row, and what a person can change in it, in a fixed order. */
const numbersOf = (row: Row): (number | null)[] => [
  ...(row.nodeRange ?? [null, null]),
  ...limitNames.map((name) => row[name]),
  row.restoreMargin ?? defaults.restoreMargin,
  row.confirmTimes || defaults.confirmTimes,
  row.restoreTimes || defaults.restoreTimes,
  ...lowerOf(row),
];

/** Reports whether two lists of rows would judge differently. */
export function differ(a: readonly Row[], b: readonly Row[]): boolean {
  return JSON.stringify(a.map(numbersOf)) !== JSON.stringify(b.map(numbersOf));
}

/** The numbers of rows for the address. */
export const written = (rows: readonly Row[]): string => JSON.stringify(rows.map(numbersOf));

/** Rows with numbers from the address; null if they do not fit, or are about other nodes. */
export function read(text: string, base: readonly Row[]): Row[] | null {
  let lists: unknown;
  try {
    lists = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(lists) || lists.length !== base.length) return null;
  const rows: Row[] = [];
  for (const [i, row] of base.entries()) {
    const list: unknown = lists[i];
    if (!Array.isArray(list) || list.length !== numbersOf(row).length) return null;
    if (!list.every((n) => n === null || Number.isFinite(n))) return null;
    const [first, last] = list as (number | null)[];
    if (first !== (row.nodeRange?.[0] ?? null) || last !== (row.nodeRange?.[1] ?? null)) return null;
    const [, , blue, yellow, orange, red, restoreMargin, confirmTimes, restoreTimes, ...lower] = list as (
      | number
      | null
    )[];
    rows.push({
      ...row,
      ...limits([blue, yellow, orange, red]),
      restoreMargin: restoreMargin ?? defaults.restoreMargin,
      confirmTimes: confirmTimes ?? defaults.confirmTimes,
      restoreTimes: restoreTimes ?? defaults.restoreTimes,
      ...(row.lower ? { lower: limits(lower) } : {}),
    });
  }
  return rows;
}

const limits = ([blue = null, yellow = null, orange = null, red = null]: (number | null | undefined)[]): Limits => ({
  blue,
  yellow,
  orange,
  red,
});

/** Rows with every limit times a factor, as the server simulates them: rounded as displayed if the limits still rise. */
export function scaled(rows: readonly Row[], factor: number, decimals: number): Row[] {
  const times = (round: boolean) => {
    const limit = (v: number | null) => (v === null ? null : round ? rounded(v * factor, decimals) : v * factor);
    const all = (l: Limits) => limits(limitNames.map((name) => limit(l[name])));
    return rows.map((row) => ({ ...row, ...all(row), ...(row.lower ? { lower: all(row.lower) } : {}) }));
  };
  const made = times(true);
  const inOrder = (l: Limits, sign: 1 | -1) => {
    const list = limitNames.map((name) => l[name]).filter((v) => v !== null);
    return list.every((v, i) => v > 0 && (i === 0 || sign * (v - (list[i - 1] as number)) > 0));
  };
  return made.every((row) => inOrder(row, 1) && (!row.lower || inOrder(row.lower, -1))) ? made : times(false);
}
