import type { components } from '@/api/schema.gen';

export type Place = components['schemas']['Place'];
export type Sheet = components['schemas']['Sheet'];
type Cell = Sheet['rows'][number]['cells'][number];

export type State = 'plain' | 'known' | 'unknown';

/** A part of the text of a cell: words, or a placeholder. */
export interface Piece {
  text: string;
  place?: Place;
}

export interface GridCell extends Cell {
  pieces: Piece[];
  state: State;
  /** It begins or ends what is repeated. */
  loop: boolean;
}

export interface GridRow {
  number: number;
  /** In pixels; 0: the usual. */
  height: number;
  /** The row is repeated for each thing of a list. */
  repeated: boolean;
  /** Cells and empty columns from left to right, without those under a merged cell. */
  slots: (GridCell | number)[];
}

export interface Grid {
  columns: { name: string; width: number }[];
  rows: GridRow[];
}

/** A character of a column is 7 pixels wide, and each cell has a padding of 5, as in spreadsheets at 96 dpi. */
const widthOf = (characters: number) => Math.round(Math.min(Math.max(characters * 7 + 5, 24), 480));
/** Heights are in points of 1/72 inch. */
const heightOf = (points: number) => Math.round((points * 96) / 72);

/** The name of a column, from 1: A, B, … Z, AA. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Splits a text at the placeholders that a check found in it. */
export function piecesOf(text: string, places: readonly Place[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const place of places) {
    const found = text.indexOf(place.placeholder, at);
    if (found < 0) continue; // the text is shown up to a length only
    if (found > at) pieces.push({ text: text.slice(at, found) });
    pieces.push({ text: place.placeholder, place });
    at = found + place.placeholder.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** What a cell is: unknown if one of its placeholders is. */
export function stateOf(places: readonly Place[]): State {
  if (places.some(({ state }) => state === 'unknown')) return 'unknown';
  return places.length > 0 ? 'known' : 'plain';
}

const ends = (place: Place) => /^\{\{\s*[/／]/.test(place.placeholder);

/** The rows that are repeated: from the beginning of a list or block to its end; a list without an end has one row. */
export function repeatedRows(loops: readonly { place: Place; row: number }[]): Set<number> {
  const rows = new Set<number>();
  const open: { name: string; row: number }[] = [];
  for (const { place, row } of loops) {
    rows.add(row);
    if (!ends(place)) {
      open.push({ name: place.name, row });
      continue;
    }
    const begin = open.findLastIndex(({ name }) => name === place.name);
    if (begin < 0) continue;
    for (let between = open[begin]?.row ?? row; between < row; between++) rows.add(between);
    open.splice(begin);
  }
  return rows;
}

/** A document whose tables are all as wide as the page: those with fewer columns than the widest get wider ones. */
export function spread(sheet: Sheet): Sheet {
  const columns = sheet.columns.length;
  const rows = sheet.rows.map((row) => {
    const total = row.cells.reduce((most, cell) => Math.max(most, cell.column + cell.columns - 1), 1);
    const at = (column: number) => Math.round((column * columns) / total);
    const cells = row.cells.map((cell) => {
      const before = at(cell.column - 1);
      return { ...cell, column: before + 1, columns: at(cell.column - 1 + cell.columns) - before };
    });
    return { ...row, cells };
  });
  return { ...sheet, rows };
}

/** The cells of a sheet with what a check found in them. */
export function gridOf(sheet: Sheet, places: readonly Place[]): Grid {
  const own = places.filter((place) => place.sheet === sheet.name);
  const byCell = new Map<string, Place[]>();
  for (const place of own) byCell.set(place.cell, [...(byCell.get(place.cell) ?? []), place]);
  const loops: { place: Place; row: number }[] = [];
  // How many rows below a merged cell still covers each column.
  const covered = sheet.columns.map(() => 0);
  const rows = sheet.rows.map((row): GridRow => {
    const slots: GridRow['slots'] = [];
    const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
    for (let column = 1; column <= sheet.columns.length; column++) {
      if ((covered[column - 1] ?? 0) > 0) {
        covered[column - 1] = (covered[column - 1] ?? 0) - 1;
        continue;
      }
      const cell = cells.get(column);
      if (!cell) {
        slots.push(column);
        continue;
      }
      const found = byCell.get(cell.at) ?? [];
      const marks = found.filter(({ state }) => state === 'loop');
      loops.push(...marks.map((place) => ({ place, row: row.number })));
      const pieces = piecesOf(cell.text, found);
      slots.push({ ...cell, pieces, state: stateOf(found), loop: marks.length > 0 });
      const last = Math.min(column + cell.columns - 1, sheet.columns.length);
      for (let under = column; under <= last; under++) covered[under - 1] = cell.rows - 1;
      column = last;
    }
    return { number: row.number, height: heightOf(row.height), repeated: false, slots };
  });
  const repeated = repeatedRows(loops);
  return {
    columns: sheet.columns.map((width, i) => ({ name: columnName(i + 1), width: widthOf(width) })),
    rows: rows.map((row) => ({ ...row, repeated: repeated.has(row.number) })),
  };
}
