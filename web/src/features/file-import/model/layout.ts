import type { Layout, Mapping, Preview } from '../queries';

/** Where a column of a file goes, as it is edited: no field, and the column is left out. */
export interface Destination {
  channel: number;
  node: number;
  field: string;
}

/** What a person settles about a file before it is brought in. */
export interface Draft {
  zone: string;
  timeFormat: string;
  columns: Destination[];
}

/** Columns that hold readings: times, record numbers and texts never do. */
export function isReading(kind: string): boolean {
  return kind === 'number';
}

/**
 * The draft that a preview begins with. A column that is called like a field of the device goes there; everything
 * else waits for a decision. Where the file names no zone it is not guessed either.
 */
export function draftOf(preview: Preview, fields: readonly string[]): Draft {
  const taken = new Set<string>();
  return {
    zone: '',
    timeFormat: preview.timeFormats.length === 1 ? preview.timeFormat : '',
    columns: preview.columns.map(({ kind, name }) => {
      const field = fields.find((one) => one.toLowerCase() === name.trim().toLowerCase());
      if (!isReading(kind) || !field || taken.has(field)) return { channel: 0, node: 0, field: '' };
      taken.add(field);
      return { channel: 0, node: 0, field };
    }),
  };
}

/** What is still to be settled; nothing: the file can be brought in. */
export type Missing = 'zone' | 'timeFormat' | 'columns' | 'twice';

export function missingOf(preview: Preview, draft: Draft): Missing[] {
  const list: Missing[] = [];
  const wanted = mappings(draft);
  if (!preview.hasZone && !draft.zone) list.push('zone');
  if (!draft.timeFormat) list.push('timeFormat');
  if (wanted.length === 0) list.push('columns');
  const places = wanted.map(({ channel, node, field }) => `${channel} ${node} ${field}`);
  if (new Set(places).size < places.length) list.push('twice');
  return list;
}

function mappings(draft: Draft): Mapping[] {
  return draft.columns.flatMap(({ channel, node, field }, column) =>
    field ? [{ column, channel, node, field: field.trim() }] : [],
  );
}

/** The layout that is sent: what the preview found, with what was settled. */
export function layoutOf(preview: Preview, draft: Draft): Layout {
  return {
    separator: preview.separator,
    decimalComma: preview.decimalComma,
    headerLines: preview.headerLines,
    timeColumns: preview.timeColumns,
    timeFormat: draft.timeFormat,
    zone: preview.hasZone ? '' : draft.zone,
    columns: mappings(draft),
  };
}
