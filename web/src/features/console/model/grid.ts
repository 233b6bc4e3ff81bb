import { cellsOf } from '@/ui/form/paste';

/** The kinds of points that the grid makes. */
export const lineKinds = ['normal', 'temporary', 'artificial', 'composite', 'virtual'] as const;
export type LineKind = (typeof lineKinds)[number];

/** A line of the grid that creates points. */
export interface PointLine {
  key: number;
  name: string;
  kind: LineKind;
  measurement: string;
  /** The device type of a point that an instrument feeds. */
  category: string;
  deviceId: number;
  /** The number of a device as it was pasted, until the device is found. */
  deviceNo: string;
  channelNo: number;
  /** Composite and virtual points: the points that they are computed from. */
  sources: number[];
  /** Pasted texts that their cells do not understand, kept until the cell is changed. */
  unread?: Partial<Record<PasteColumn, string>>;
}

/** The cells of a line that text can be pasted into, in their order. */
export const pasteColumns = ['name', 'measurement', 'category', 'device', 'channelNo'] as const;
export type PasteColumn = (typeof pasteColumns)[number];

/** A cell that can be wrong. */
export type Cell = 'name' | 'measurement' | 'category' | 'device' | 'channelNo' | 'sources';

export const maxName = 20;
export const maxLines = 1000;

const blank: PointLine = {
  key: 1,
  name: '',
  kind: 'normal',
  measurement: '',
  category: '',
  deviceId: 0,
  deviceNo: '',
  channelNo: 0,
  sources: [],
};

/** isFed reports whether an instrument feeds points of a kind; the others have their own category. */
export function isFed(kind: LineKind): boolean {
  return kind === 'normal' || kind === 'temporary';
}

/** nextName increments a name: P-09 becomes P-10; a name without a number gets 2. */
export function nextName(name: string): string {
  const match = /^(.*?)(\d+)$/.exec(name);
  if (!match) return name === '' ? '' : `${name}2`;
  const [, head = '', digits = ''] = match;
  return head + String(Number(digits) + 1).padStart(digits.length, '0');
}

/** addLines appends lines that continue the last one: name counted up, channel one further, the rest the same. */
export function addLines(lines: readonly PointLine[], count: number): PointLine[] {
  const out = [...lines];
  for (let i = 0; i < count && out.length < maxLines; i++) {
    const last = out.at(-1);
    out.push(
      last
        ? {
            ...last,
            key: last.key + 1,
            name: nextName(last.name),
            channelNo: last.channelNo > 0 ? last.channelNo + 1 : 0,
            ...(last.channelNo > 0 ? {} : { deviceId: 0, deviceNo: '' }),
            sources: [],
          }
        : blank,
    );
  }
  return out;
}

/** series expands "A-01 … A-40" to forty names, and returns null for anything else. */
export function series(text: string): string[] | null {
  const match = /^\s*(.*?)(\d+)\s*(?:…+|\.{2,}|~|～|至|到|\bto\b)\s*(.*?)(\d+)\s*$/i.exec(text);
  if (!match) return null;
  const [, head = '', first = '', otherHead = '', last = ''] = match;
  if (otherHead !== '' && otherHead !== head) return null;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > maxLines) return null;
  return Array.from({ length: count }, (_, i) => head + String(Number(first) + i).padStart(first.length, '0'));
}

/** fillDown fills all lines below a cell: names and channels are incremented, other values repeated. */
export function fillDown(lines: readonly PointLine[], row: number, column: PasteColumn): PointLine[] {
  let above = lines[row];
  return lines.map((line, i) => {
    if (i <= row || !above) return line;
    const { [column]: _read, ...unread } = line.unread ?? {};
    const next = { ...line, unread };
    if (column === 'name') next.name = nextName(above.name);
    else if (column === 'measurement') {
      next.measurement = above.measurement;
      if (isFed(next.kind) && !next.category) next.category = above.category;
    } else if (column === 'category' && isFed(next.kind)) next.category = above.category;
    else if (column === 'device') Object.assign(next, { deviceId: above.deviceId, deviceNo: above.deviceNo });
    else if (column === 'channelNo' && isFed(next.kind)) next.channelNo = above.channelNo + 1;
    above = next;
    return next;
  });
}

/** unreadAfter returns the texts of a line that are still not understood after a change. */
export function unreadAfter(line: PointLine, part: Partial<PointLine>): NonNullable<PointLine['unread']> {
  const { device, ...rest } = line.unread ?? {};
  const left = 'deviceId' in part ? rest : { ...rest, ...(device === undefined ? {} : { device }) };
  return Object.fromEntries(Object.entries(left).filter(([column]) => !(column in part)));
}

/** hasContent reports whether anything was entered that would be lost. */
export function hasContent(lines: readonly PointLine[]): boolean {
  return lines.some((line) => line.name.trim() !== '' || line.measurement !== '' || line.deviceNo !== '');
}

/** Maps spreadsheet texts to codes; null for an unknown text. */
export interface Words {
  kind: (word: string) => LineKind | null;
  measurement: (word: string) => string | null;
  category: (word: string) => string | null;
}

/**
 * pasteInto pastes cells from a spreadsheet, from a cell to the right and down; missing lines are added. A single cell
 * with a series fills as many lines.
 */
export function pasteInto(
  lines: readonly PointLine[],
  row: number,
  column: PasteColumn,
  text: string,
  words: Words,
): PointLine[] {
  const cells = cellsOf(text).flatMap((parts) => {
    const names = column === 'name' ? series(parts[0] ?? '') : null;
    return names ? names.map((name) => [name, ...parts.slice(1)]) : [parts];
  });
  const missing = row + cells.length - lines.length;
  const out = missing > 0 ? addLines(lines, missing) : [...lines];
  const start = pasteColumns.indexOf(column);
  cells.forEach((parts, i) => {
    const line = out[row + i];
    if (!line) return;
    const changed = { ...line };
    // The kind of point may follow its name, as it does in the grid.
    const kind = column === 'name' ? words.kind(parts[1] ?? '') : null;
    if (kind) become(changed, kind);
    const plain = kind ? [parts[0] ?? '', ...parts.slice(2)] : parts;
    for (const [k, part] of plain.entries()) write(changed, pasteColumns[start + k], part, words);
    out[row + i] = changed;
  });
  return out;
}

/** become changes a line to another kind of point and drops what only the previous kind has. */
export function become(line: PointLine, kind: LineKind): void {
  line.kind = kind;
  line.sources = [];
  if (!isFed(kind)) Object.assign(line, { category: '', deviceId: 0, deviceNo: '', channelNo: 0 });
}

function write(line: PointLine, column: PasteColumn | undefined, text: string, words: Words): void {
  if (column === 'name') line.name = text.replace(/\s+/g, ' ');
  if (!column || column === 'name' || text === '' || (column !== 'measurement' && !isFed(line.kind))) return;
  const { [column]: _read, ...unread } = line.unread ?? {};
  line.unread = unread;
  const read = (value: string | null) => {
    if (value === null) line.unread = { ...unread, [column]: text };
    return value ?? '';
  };
  if (column === 'measurement') line.measurement = read(words.measurement(text));
  else if (column === 'category') line.category = read(words.category(text));
  else if (column === 'device') Object.assign(line, { deviceNo: text, deviceId: 0 });
  else line.channelNo = Number(read(/^\d{1,5}$/.test(text) ? text : null));
}

/** A device that a pasted number or name can mean. */
export interface Named {
  id: number;
  name: string;
  sncode: string;
}

/** withDevices finds the devices of pasted numbers: by serial number, or by a name that only one of them has. */
export function withDevices(lines: readonly PointLine[], devices: readonly Named[]): PointLine[] {
  const found = new Map<string, number>();
  for (const { name, id } of devices) found.set(name, found.has(name) ? 0 : id);
  for (const one of devices) found.set(one.sncode, one.id);
  return lines.map((line) =>
    line.deviceNo !== '' && line.deviceId === 0 ? { ...line, deviceId: found.get(line.deviceNo) ?? 0 } : line,
  );
}

/** Errors by line and cell. */
export type CellErrors = Map<number, Partial<Record<Cell, string>>>;

/** Error texts of the grid's own checks. */
export interface Complaints {
  empty: string;
  tooLong: string;
  duplicate: string;
  /** No device has this number; null while the devices are loading. */
  noDevice: string | null;
  /** A text that its cell does not understand. */
  unread: (word: string) => string;
}

/** ownErrors finds what is wrong without asking the server. Lines that nothing was typed into are not judged. */
export function ownErrors(lines: readonly PointLine[], say: Complaints): CellErrors {
  const out: CellErrors = new Map();
  const seen = new Map<string, number>();
  lines.forEach((line, row) => {
    const name = line.name.trim();
    const wrong: Partial<Record<Cell, string>> = {};
    if (name === '') {
      if (line.measurement || line.category) wrong.name = say.empty;
    } else {
      if ([...name].length > maxName) wrong.name = say.tooLong;
      else if (seen.has(name)) wrong.name = say.duplicate;
      seen.set(name, row);
      if (!line.measurement) wrong.measurement = say.empty;
      if (isFed(line.kind) && !line.category) wrong.category = say.empty;
      if (isFed(line.kind) && say.noDevice && line.deviceNo !== '' && line.deviceId === 0) wrong.device = say.noDevice;
      if (line.kind === 'composite' && line.sources.length === 0) wrong.sources = say.empty;
    }
    for (const column of pasteColumns) {
      const word = line.unread?.[column];
      if (word !== undefined && column !== 'name') wrong[column] = say.unread(word);
    }
    if (Object.keys(wrong).length > 0) out.set(row, wrong);
  });
  return out;
}

const cellOf: [RegExp, Cell][] = [
  [/sources\[\d+\]\.pointId|sources$/, 'sources'],
  [/channelNo/, 'channelNo'],
  [/deviceId|config/, 'device'],
  [/category|type/, 'category'],
  [/measurement/, 'measurement'],
];

/** serverErrors assigns the errors of a batch to their cells: points[3].name is the name of the fourth line sent. */
export function serverErrors(fields: Readonly<Record<string, string>>, sent: readonly number[]): CellErrors {
  const out: CellErrors = new Map();
  for (const [path, text] of Object.entries(fields)) {
    const match = /points\[(\d+)\]\.?(.*)$/.exec(path);
    const row = match ? sent[Number(match[1])] : undefined;
    if (row === undefined) continue;
    const cell = cellOf.find(([pattern]) => pattern.test(match?.[2] ?? ''))?.[1] ?? 'name';
    const wrong = out.get(row) ?? {};
    wrong[cell] ??= text;
    out.set(row, wrong);
  }
  return out;
}

/** merged merges two maps of errors; the first has priority. */
export function merged(first: CellErrors, second: CellErrors): CellErrors {
  const out: CellErrors = new Map(second);
  for (const [row, wrong] of first) out.set(row, { ...second.get(row), ...wrong });
  return out;
}

/** A point to create, in the API's format. */
export interface Draft {
  name: string;
  itemId: number;
  type: LineKind;
  measurement: string;
  category: string;
  config?: { aspect: string; validFrom: number; value: Record<string, unknown> }[];
}

const ownCategory: Partial<Record<LineKind, string>> = {
  artificial: 'Artificial',
  composite: 'Composite',
  virtual: 'Virtual',
};

/** What the grid needs from a measurement. */
export interface Measured {
  mainField: string;
  /** Changes are counted from an initial value. */
  accumulates: boolean;
}

/** draftOf returns a line in the API's format. */
export function draftOf(line: PointLine, itemId: number, measured: Measured): Draft {
  const sources = isFed(line.kind)
    ? line.deviceId > 0
      ? [{ role: 'main', deviceId: line.deviceId, channelNo: line.channelNo }]
      : []
    : subPoints(line.sources);
  const config = [{ aspect: 'binding', validFrom: 0, value: { sources } as Record<string, unknown> }];
  if (!isFed(line.kind))
    config.push({ aspect: 'formula', validFrom: 0, value: { rules: [combine(measured.mainField, line.sources)] } });
  const initial = { aspect: 'initial', validFrom: 0, value: { mode: 'auto', time: Date.now(), count: 3 } };
  // Manual readings may have any time: the first ones form the initial value.
  if (line.kind === 'artificial') initial.value.time = 0;
  if (measured.accumulates) config.push(initial);
  return {
    name: line.name.trim(),
    itemId,
    type: line.kind,
    measurement: line.measurement,
    category: ownCategory[line.kind] ?? line.category,
    ...(sources.length > 0
      ? { config }
      : line.kind === 'artificial' && measured.accumulates
        ? { config: [initial] }
        : {}),
  };
}

/** subPoints returns points as the sources of a binding; the first is the main one. */
export function subPoints(ids: readonly number[]): { role: string; pointId: number }[] {
  return ids.map((pointId, i) => ({ role: i === 0 ? 'main' : `sub${i + 1}`, pointId }));
}

/** combine returns the rule that makes a point the mean of others, or the value of a single one. */
export function combine(field: string, ids: readonly number[]) {
  const terms = ids.map((id, i) => (i === 0 ? field : `P${id}.${field}`));
  return {
    computedField: field,
    formulaType: 'CUSTOM_FORMULA',
    formula: ids.length > 1 ? `(${terms.join(' + ')}) / ${ids.length}` : field,
  };
}

/** typed returns the indices of lines with a name; only those are sent. */
export function typed(lines: readonly PointLine[]): number[] {
  return lines.flatMap((line, row) => (line.name.trim() === '' ? [] : [row]));
}
