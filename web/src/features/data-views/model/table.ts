/** The rows of a table as texts: numbers have a point and no separators. */
export type Table = readonly (readonly string[])[];

/** The formats in which a table can be saved. */
export type TableFormat = 'csv' | 'xlsx';

const number = /^-?\d+(\.\d+)?$/;

/** Text that a spreadsheet would read as a formula gets an apostrophe, as in the files of the server. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** csvText writes a table as CSV that spreadsheets open as UTF-8. */
export function csvText(table: Table): string {
  return `\uFEFF${table.map((row) => row.map((cell) => quoted(harmless(cell))).join(',')).join('\r\n')}\r\n`;
}

/** bookRows is a table with numbers in the cells of numbers, with the decimals they were given with. */
export function bookRows(table: Table) {
  return table.map((row) =>
    row.map((cell) => {
      if (!number.test(cell)) return cell || null;
      const decimals = cell.split('.')[1]?.length ?? 0;
      return { type: Number, value: Number(cell), format: decimals ? `0.${'0'.repeat(decimals)}` : '0' };
    }),
  );
}

/**
 * hasFacts reports whether a file says what it is about: a workbook does, as those of the server; a CSV begins with its
 * heads for programs, unless facts were found, which come before them.
 */
export const hasFacts = (format: TableFormat, found: Table | undefined): boolean =>
  format === 'xlsx' || found !== undefined;

/** withFacts puts lines above a table. */
export const withFacts = (table: Table, facts: Table): Table => [...facts, [], ...table];
