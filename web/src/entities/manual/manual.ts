import type { components } from '@/api/schema.gen';
import { cellsOf, numberOf } from '@/ui/form/paste';

/** A line of the grid for manual readings, as typed. */
export interface ManualLine {
  /** Empty in a run of nodes: the time of the line above. */
  time: string;
  /** One cell per quantity, empty if not measured. If there are nodes, the first cell identifies the node. */
  cells: string[];
}

/** How nodes are identified: by position along the array, by number, or not at all. */
export type NodesBy = 'depth' | 'no' | null;

export type ManualReading = components['schemas']['ManualRow'];

const form = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** isTime reports whether a text is a valid time in the format YYYY-MM-DD HH:mm:ss. */
export function isTime(text: string): boolean {
  const found = form.exec(text.trim());
  if (!found) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

/** tidyTime completes what spreadsheets write: 2026/3/1 8:30 becomes 2026-03-01 08:30:00. Other text is unchanged. */
export function tidyTime(text: string): string {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(text.trim());
  if (!found) return text.trim();
  const [year, month, day, hour = '0', minute = '0', second = '0'] = found.slice(1);
  const two = (part = '0') => part.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** tidyNumber shows a number as it was understood: 12,5 becomes 12.5. Other text stays, to be corrected. */
export function tidyNumber(text: string): string {
  const value = numberOf(text);
  return value === null ? text.trim() : String(value);
}

export function blankLine(columns: number): ManualLine {
  return { time: '', cells: Array.from({ length: columns }, () => '') };
}

/** linesOf are the lines of an entered reading, to edit it: one, or one per node with the time in the first. */
export function linesOf(reading: ManualReading, fields: readonly string[], by: NodesBy): ManualLine[] {
  const cells = (values: Readonly<Record<string, number>> | undefined) =>
    fields.map((field) => (values?.[field] === undefined ? '' : String(values[field])));
  if (!by) return [{ time: reading.time, cells: cells(reading.values) }];
  const whole = Object.keys(reading.values ?? {}).length > 0 ? [{ place: '', values: reading.values }] : [];
  const nodes = (reading.nodes ?? []).map((node) => ({
    place: String((by === 'depth' ? node.depth : node.no) ?? ''),
    values: node.values,
  }));
  return [...whole, ...nodes].map(({ place, values }, i) => ({
    time: i === 0 ? reading.time : '',
    cells: [place, ...cells(values)],
  }));
}

/**
 * releveled drops a settlement that was left as it was although the elevation was edited, so that it follows from the
 * new elevation.
 */
export function releveled(reading: ManualReading, before: ManualReading): ManualReading {
  const { settlement, ...others } = reading.values ?? {};
  const follows =
    settlement !== undefined &&
    others.elevation !== undefined &&
    others.elevation !== before.values?.elevation &&
    settlement === before.values?.settlement;
  return follows ? { ...reading, values: others } : reading;
}

/** The values of an entered reading. */
interface Shown {
  values?: Readonly<Record<string, number>> | undefined;
  nodes?:
    | readonly { no?: number | undefined; depth?: number | undefined; values: Readonly<Record<string, number>> }[]
    | undefined;
}

/** isEditable reports whether the grid can show all of an entered reading; it could only lose the others. */
export function isEditable({ values, nodes }: Shown, fields: readonly string[], by: NodesBy): boolean {
  const shown = (of: Readonly<Record<string, number>> = {}) => Object.keys(of).every((name) => fields.includes(name));
  if (!nodes || nodes.length === 0) return shown(values);
  if (Object.keys(values ?? {}).length > 0) return false;
  return nodes.every((node) => shown(node.values) && (by === 'depth') === (node.depth !== undefined));
}

const isBlank = (line: ManualLine) => line.time.trim() === '' && line.cells.every((cell) => cell.trim() === '');

export interface Wrong {
  line: number;
  /** -1: the time. */
  column: number;
  why: 'wrongTime' | 'wrongNumber' | 'wrongNode' | 'twice';
}

/** timesOf returns the times of lines; in a run of nodes an empty time is that of the line above. */
function timesOf(lines: readonly ManualLine[], by: NodesBy): string[] {
  let above = '';
  return lines.map((line) => {
    if (isBlank(line)) return '';
    const time = line.time.trim();
    above = time === '' && by ? above : time;
    return above;
  });
}

/** wrongs lists the cells that cannot be sent; empty lines are skipped. */
export function wrongs(lines: readonly ManualLine[], by: NodesBy = null): Wrong[] {
  const seen = new Set<string>();
  const times = timesOf(lines, by);
  return lines.flatMap((line, i): Wrong[] => {
    if (isBlank(line)) return [];
    const time = times[i] ?? '';
    const node = by ? (line.cells[0] ?? '').trim() : '';
    const own: Wrong[] = [];
    if (!isTime(time)) own.push({ line: i, column: -1, why: 'wrongTime' });
    else if (seen.has(`${time} ${numberOf(node) ?? node}`)) own.push({ line: i, column: by ? 0 : -1, why: 'twice' });
    seen.add(`${time} ${numberOf(node) ?? node}`);
    if (node !== '' && !isNode(node, by)) own.push({ line: i, column: 0, why: 'wrongNode' });
    const first = by ? 1 : 0;
    const measured = line.cells.slice(first);
    measured.forEach((cell, column) => {
      if (cell.trim() !== '' && numberOf(cell) === null)
        own.push({ line: i, column: first + column, why: 'wrongNumber' });
    });
    if (measured.every((cell) => cell.trim() === '')) own.push({ line: i, column: first, why: 'wrongNumber' });
    return own;
  });
}

function isNode(cell: string, by: NodesBy): boolean {
  const value = numberOf(cell);
  return value !== null && (by === 'depth' || (Number.isInteger(value) && value >= 1));
}

/** readingsOf returns the readings of the grid by field; lines with the same time are the nodes of one run. */
export function readingsOf(
  lines: readonly ManualLine[],
  fields: readonly string[],
  by: NodesBy = null,
): ManualReading[] {
  const out: ManualReading[] = [];
  const runs = new Map<string, ManualReading>();
  const times = timesOf(lines, by);
  lines.forEach((line, i) => {
    if (isBlank(line)) return;
    const time = times[i] ?? '';
    const values = Object.fromEntries(
      fields.flatMap((field, k) => {
        const value = numberOf(line.cells[by ? k + 1 : k] ?? '');
        return value === null ? [] : [[field, value]];
      }),
    );
    let run = by ? runs.get(time) : undefined;
    if (!run) {
      run = { time };
      runs.set(time, run);
      out.push(run);
    }
    const node = by ? numberOf(line.cells[0] ?? '') : null;
    if (node === null) run.values = values;
    else run.nodes = [...(run.nodes ?? []), by === 'depth' ? { depth: node, values } : { no: node, values }];
  });
  return out;
}

/** pastedLines pastes a block of spreadsheet cells into the grid; column -1 is the time. */
export function pastedLines(
  lines: readonly ManualLine[],
  at: { line: number; column: number },
  text: string,
): ManualLine[] {
  const columns = lines[0]?.cells.length ?? 1;
  const out = lines.map((line) => ({ time: line.time, cells: [...line.cells] }));
  cellsOf(text).forEach((row, down) => {
    while (out.length <= at.line + down) out.push(blankLine(columns));
    const line = out[at.line + down];
    if (!line) return;
    row.forEach((cell, right) => {
      const column = at.column + right;
      if (column === -1) line.time = tidyTime(cell);
      else if (column < columns) line.cells[column] = tidyNumber(cell);
    });
  });
  return out;
}

/** gridOf are the columns of the grid, and how it identifies nodes. */
export function gridOf<T extends { name: string; valueTypes: readonly string[]; perNode: boolean }>(
  all: readonly T[],
  perNode: boolean,
): { by: NodesBy; attributes: T[] } {
  return {
    by: perNode ? (axisOf(all) ? 'depth' : 'no') : null,
    attributes: all.filter((a) => a.valueTypes.length > 0 && (!perNode || a.perNode)),
  };
}

/** axisOf returns the attribute that places a node: its depth, or the distance along the array. */
export function axisOf<T extends { name: string }>(attributes: readonly T[]): T | undefined {
  return attributes.find((a) => a.name === 'depth' || a.name === 'dist');
}
