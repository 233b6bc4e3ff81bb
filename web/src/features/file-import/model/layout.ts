import type { Layout, Mapping, Preview, TimeColumn } from '../queries';

/** The use of a file's column. */
export type Use = 'out' | 'value' | 'key' | TimeColumn['role'];

/** The roles of columns that make up the time, in the order in which they are offered. */
export const timeRoles: TimeColumn['role'][] = [
  ...(['time', 'date', 'timeOfDay', 'unix', 'unixMs', 'year', 'month', 'day', 'dayOfYear', 'hhmm'] as const),
  ...(['hour', 'minute', 'second', 'millisecond', 'fraction', 'zone'] as const),
  ...(['decimalYear', 'mjd', 'gpsWeek', 'gpsDay', 'gpsSecond'] as const),
];

/** Reports whether a role has a text format. */
export function hasFormat(use: Use): boolean {
  return use === 'time' || use === 'date' || use === 'timeOfDay';
}

/** A column of the file, or one of several mappings of it, as a row of the table. */
export interface Row {
  id: string;
  column: number;
  name: string;
  unit: string;
  sample: string;
  use: Use;
  format: string;
  /** Index in the layout's mappings; -1 if it is not a value. */
  index: number;
  mapping?: Mapping;
}

const samples = 2;

/** The name of a column. One without a name is called "column 3" by the server; people read it in their language. */
export function columnName(name: string, unnamed: (number: number) => string): string {
  const [, number] = /^column (\d+)$/.exec(name) ?? [];
  return number ? unnamed(Number(number)) : name;
}

/** The columns of the file with what each is used for. */
export function rowsOf(preview: Preview, layout: Layout, nameOf: (name: string) => string): Row[] {
  return preview.columns.flatMap((found, column): Row[] => {
    const sample = preview.cells.slice(0, samples).map((cells) => cells[column] ?? '');
    const base = {
      column,
      name: [nameOf(found.name), found.processing].filter(Boolean).join(' · '),
      unit: found.unit ?? '',
      sample: sample.join('   '),
      format: '',
    };
    const part = layout.time?.find((one) => one.column === column);
    if (part) return [{ ...base, id: `${column}`, use: part.role, format: part.format ?? '', index: -1 }];
    if (layout.keyColumn === column) return [{ ...base, id: `${column}`, use: 'key', index: -1 }];
    const mapped = (layout.columns ?? []).flatMap((mapping, index): Row[] =>
      mapping.column === column ? [{ ...base, id: `${column}.${index}`, use: 'value', index, mapping }] : [],
    );
    return mapped.length > 0 ? mapped : [{ ...base, id: `${column}`, use: 'out', index: -1 }];
  });
}

/** The layout with a column used for something else. */
export function withUse(layout: Layout, preview: Preview, column: number, use: Use): Layout {
  const next: Layout = {
    ...layout,
    time: (layout.time ?? []).filter((one) => one.column !== column),
    columns: (layout.columns ?? []).filter((one) => one.column !== column),
  };
  if (next.keyColumn === column) {
    delete next.keyColumn;
    next.columns = (next.columns ?? []).map(({ key: _, ...rest }) => rest);
  }
  if (use === 'key') next.keyColumn = column;
  else if (use === 'value') next.columns = [...(next.columns ?? []), mappingOf(preview, next, column)];
  else if (use !== 'out') {
    next.time = [...(next.time ?? []).filter((one) => !replaces(use, one.role)), { column, role: use }];
  }
  return next;
}

/** Time columns that exclude each other: a full time replaces date and clock, and vice versa. */
function replaces(use: Use, other: TimeColumn['role']): boolean {
  const whole = ['time', 'unix', 'unixMs', 'decimalYear', 'mjd'];
  return use === other || (whole.includes(use) && whole.includes(other));
}

/** A mapping to a field that no other column has yet. */
function mappingOf(preview: Preview, layout: Layout, column: number): Mapping {
  const found = preview.columns[column];
  const wanted = found?.field || `c${column + 1}`;
  const taken = new Set((layout.columns ?? []).map(place));
  let field = wanted;
  for (let n = 2; taken.has(place({ column, channel: 0, field })); n++) field = `${wanted}_${n}`;
  return { column, channel: 0, field, ...(found?.unit ? { unit: found.unit } : {}) };
}

/** The target of a mapping; no two mappings share one. */
export function place({ key, channel, node, field }: Mapping): string {
  return `${key ?? ''} ${channel} ${node ?? 0} ${field}`;
}

/** The layout with a mapping changed. */
export function withMapping(layout: Layout, index: number, change: Partial<Mapping>): Layout {
  return {
    ...layout,
    columns: (layout.columns ?? []).map((one, i) => (i === index ? { ...one, ...change } : one)),
  };
}

/** The layout with another format of a part of the time. */
export function withFormat(layout: Layout, column: number, format: string): Layout {
  return { ...layout, time: (layout.time ?? []).map((one) => (one.column === column ? { ...one, format } : one)) };
}

/** Repeats each value column for every key; keys are numbered as channels from 1. */
export function withChannelPerKey(layout: Layout, keys: readonly string[]): Layout {
  const once = new Map((layout.columns ?? []).map((one) => [`${one.column} ${one.field} ${one.node ?? 0}`, one]));
  return {
    ...layout,
    columns: keys.flatMap((key, i) => [...once.values()].map((one) => ({ ...one, key, channel: i + 1 }))),
  };
}

/** How the text is split into lines and cells; the columns follow from it. */
export type Structure = Partial<Pick<Layout, 'encoding' | 'headerLines' | 'comment' | 'end' | 'separator' | 'starts'>>;

/**
 * The layout with another structure. It no longer belongs to a known format, and untouched columns are proposed again;
 * another separator creates other columns, so time and values are then always proposed.
 */
export function withStructure(layout: Layout, change: Structure, touched: boolean): Layout {
  const { format: _, ...next } = { ...layout, ...change };
  const cut = change.separator !== undefined || change.starts !== undefined;
  if (cut) delete next.keyColumn;
  if (next.separator !== 'fixed') delete next.starts;
  return cut ? { ...next, time: null, columns: null } : touched ? next : { ...next, columns: null };
}

/** A layout with what the server proposed for what is left open. */
export function completed(layout: Layout | undefined, proposed: Layout): Layout {
  if (!layout) return proposed;
  const formats = new Map((proposed.time ?? []).map((one) => [`${one.column} ${one.role}`, one.format]));
  return {
    ...layout,
    columns: layout.columns ?? proposed.columns,
    time: (layout.time ?? proposed.time ?? []).map((one) => {
      const format = one.format || formats.get(`${one.column} ${one.role}`);
      return format ? { ...one, format } : one;
    }),
  };
}

/** Likely starts of fixed-width columns: after blanks common to all rows. */
export function startsOf(lines: readonly string[]): number[] {
  const rows = lines.filter((line) => line.trim() !== '').map((line) => [...line]);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const blank = (at: number) => rows.every((row) => (row[at] ?? ' ') === ' ');
  const starts: number[] = [];
  for (let at = 0; at < width; at++) if (!blank(at) && (at === 0 || blank(at - 1))) starts.push(at);
  if (starts.length > 0) starts[0] = 0;
  return starts.length > 0 ? starts : [0];
}

/** Positions as they are typed: 0, 10 16. */
export function parseStarts(text: string): number[] {
  const numbers = text.split(/[\s,;，、]+/).flatMap((one) => (/^\d+$/.test(one) ? [Number(one)] : []));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** What must be decided before the import; empty if it can start. */
export type Missing = Preview['ask'][number] | 'twice' | 'noRows' | 'layout';

/** Decisions of the user that the file leaves open. */
export type Settled = ReadonlySet<'dayMonth' | 'decimal'>;

export function missingOf(preview: Preview, layout: Layout, settled: Settled): Missing[] {
  const list: Missing[] = preview.ask.filter((one) => !((one === 'dayMonth' || one === 'decimal') && settled.has(one)));
  const places = (layout.columns ?? []).map(place);
  if (new Set(places).size < places.length) list.push('twice');
  else if (preview.problems.some((one) => one.line === 0) && list.length === 0) list.push('layout');
  if (list.length === 0 && preview.counts.read === 0) list.push('noRows');
  return list;
}

/** The server's error for a field of the layout. */
export function problemOf(preview: Preview, field: string): string | undefined {
  return preview.problems.find((one) => one.line === 0 && one.column === `layout.${field}`)?.reason;
}
