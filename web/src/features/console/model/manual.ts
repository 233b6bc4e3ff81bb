/** A line of the grid in which readings by hand are entered, as typed. */
export interface ManualLine {
  time: string;
  /** One cell a quantity; empty: not measured. */
  cells: string[];
}

export interface ManualReading {
  time: string;
  values: Record<string, number>;
}

const form = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** isTime says whether a text is a time as YYYY-MM-DD HH:mm:ss that the calendar has. */
export function isTime(text: string): boolean {
  const found = form.exec(text.trim());
  if (!found) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

/** tidyTime completes what spreadsheets write: 2026/3/1 8:30 becomes 2026-03-01 08:30:00. What it cannot read stays. */
export function tidyTime(text: string): string {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(text.trim());
  if (!found) return text.trim();
  const [year, month, day, hour = '0', minute = '0', second = '0'] = found.slice(1);
  const two = (part = '0') => part.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

export function blankLine(columns: number): ManualLine {
  return { time: '', cells: Array.from({ length: columns }, () => '') };
}

const isBlank = (line: ManualLine) => line.time.trim() === '' && line.cells.every((cell) => cell.trim() === '');

export interface Wrong {
  line: number;
  /** -1: the time. */
  column: number;
  why: 'wrongTime' | 'wrongNumber' | 'twice';
}

/** wrongs lists the cells that cannot be sent; lines without anything are no readings. */
export function wrongs(lines: readonly ManualLine[]): Wrong[] {
  const seen = new Set<string>();
  return lines.flatMap((line, i): Wrong[] => {
    if (isBlank(line)) return [];
    const time = line.time.trim();
    const own: Wrong[] = [];
    if (!isTime(time)) own.push({ line: i, column: -1, why: 'wrongTime' });
    else if (seen.has(time)) own.push({ line: i, column: -1, why: 'twice' });
    seen.add(time);
    line.cells.forEach((cell, column) => {
      if (cell.trim() !== '' && numberOf(cell) === null) own.push({ line: i, column, why: 'wrongNumber' });
    });
    if (line.cells.every((cell) => cell.trim() === '')) own.push({ line: i, column: 0, why: 'wrongNumber' });
    return own;
  });
}

function numberOf(cell: string): number | null {
  const plain = cell.trim().replace(/,/g, '').replace('\u2212', '-');
  const value = Number(plain);
  return plain !== '' && Number.isFinite(value) ? value : null;
}

/** readingsOf are the readings of the grid, by field. */
export function readingsOf(lines: readonly ManualLine[], fields: readonly string[]): ManualReading[] {
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({
      time: line.time.trim(),
      values: Object.fromEntries(
        fields.flatMap((field, i) => {
          const value = numberOf(line.cells[i] ?? '');
          return value === null ? [] : [[field, value]];
        }),
      ),
    }));
}

/** pastedLines puts a block of cells copied from a spreadsheet into the grid; column -1 is the time. */
export function pastedLines(
  lines: readonly ManualLine[],
  at: { line: number; column: number },
  text: string,
): ManualLine[] {
  const rows = text.replace(/\r/g, '').split('\n');
  if (rows.at(-1) === '') rows.pop();
  const columns = lines[0]?.cells.length ?? 1;
  const out = lines.map((line) => ({ time: line.time, cells: [...line.cells] }));
  rows.forEach((row, down) => {
    while (out.length <= at.line + down) out.push(blankLine(columns));
    const line = out[at.line + down];
    if (!line) return;
    row.split('\t').forEach((cell, right) => {
      const column = at.column + right;
      if (column === -1) line.time = tidyTime(cell);
      else if (column < columns) line.cells[column] = cell.trim();
    });
  });
  return out;
}
