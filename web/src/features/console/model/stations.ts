/** Numbers of a line, one place per row, and the rows that are none. */
export interface Stations {
  rows: number[][];
  /** Numbers of the rows, from 1, that cannot be read. */
  bad: number[];
}

/**
 * readStations reads pasted rows: numbers separated by tabs, spaces, semicolons or commas, a head above them is skipped.
 * A row needs at least `least` numbers and has at most `most`.
 */
export function readStations(text: string, least: number, most: number): Stations {
  const rows: number[][] = [];
  const bad: number[] = [];
  text.split('\n').forEach((line, i) => {
    const cells = line
      .trim()
      .split(/[\s;,，；]+/)
      .filter(Boolean);
    if (cells.length === 0) return;
    const numbers = cells.map((cell) => Number(cell.replace('−', '-')));
    const read = numbers.every(Number.isFinite) && numbers.length >= least && numbers.length <= most;
    if (read) rows.push(numbers);
    else if (rows.length > 0 || bad.length > 0 || cells.every((cell) => /\d/.test(cell))) bad.push(i + 1);
  });
  return { rows, bad };
}

/** stationsText writes rows as they are pasted. */
export const stationsText = (rows: readonly (readonly number[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n');

/** writes reports whether a text has these rows; a column that it leaves out is zero. */
export function writes(text: string, rows: readonly (readonly number[])[], least: number, most: number): boolean {
  const padded = (list: readonly (readonly number[])[]) =>
    list.map((row) => Array.from({ length: most }, (_, i) => row[i] ?? 0).join('\t')).join('\n');
  return padded(readStations(text, least, most).rows) === padded(rows);
}
