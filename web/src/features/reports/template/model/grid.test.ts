import { expect, test } from 'vitest';
import { columnName, gridOf, type Place, repeatedRows, type Sheet, spread } from './grid';

const none = { zh: '', en: '', zhTw: '' } as unknown as Place['reason'];
const place = (cell: string, placeholder: string, state: string, name = placeholder): Place => ({
  ...{ sheet: 'Day', cell, placeholder, state, name, reason: none, suggestion: '' },
});
const cell = (at: string, column: number, text: string, columns = 1, rows = 1) => ({
  ...{ at, column, text, columns, rows, bold: false, align: '' },
});
const sheet = (columns: number[], rows: ReturnType<typeof cell>[][]): Sheet => ({
  ...{ name: 'Day', columns, moreRows: 0, landscape: false, paper: 'A4', fitWidth: false, header: '', footer: '' },
  rows: rows.map((cells, i) => ({ number: i + 1, height: i === 0 ? 24 : 0, cells })),
});

test('a merged cell covers its columns and the rows below', () => {
  const { rows } = gridOf(
    sheet([10, 10, 10], [[cell('A1', 1, 'Title', 2, 2), cell('C1', 3, 'No.')], [cell('C2', 3, '7')], []]),
    [],
  );
  expect(rows[0]?.slots.map((slot) => (typeof slot === 'number' ? slot : slot.at))).toEqual(['A1', 'C1']);
  expect(rows[1]?.slots.map((slot) => (typeof slot === 'number' ? slot : slot.at))).toEqual(['C2']);
  expect(rows[2]?.slots).toEqual([1, 2, 3]);
});

test('a merged cell ends at the last column that is shown', () => {
  const { rows } = gridOf(sheet([10, 10], [[cell('A1', 1, 'Title', 9)]]), []);
  expect(rows[0]?.slots).toHaveLength(1);
});

test('widths are those of the characters, and heights those of the points', () => {
  const { columns, rows } = gridOf(sheet([10, 0.5, 400], [[], []]), []);
  expect(columns.map(({ width }) => width)).toEqual([75, 24, 480]);
  expect(rows.map(({ height }) => height)).toEqual([32, 0]);
});

test('columns after Z have two letters', () => {
  expect([1, 26, 27, 52, 53, 100].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'CV']);
});

test('a cell is unknown if one of its placeholders is, and its text is split at them', () => {
  const { rows } = gridOf(sheet([10, 10], [[cell('A1', 1, 'By {{who}} on {{when}}.'), cell('B1', 2, 'No.')]]), [
    place('A1', '{{who}}', 'unknown'),
    place('A1', '{{when}}', 'value'),
  ]);
  const [first, second] = rows[0]?.slots ?? [];
  expect(first).toMatchObject({ state: 'unknown', loop: false });
  expect(second).toMatchObject({ state: 'plain', pieces: [{ text: 'No.' }] });
  if (typeof first !== 'object') throw new Error('no cell');
  expect(first.pieces.map(({ text }) => text)).toEqual(['By ', '{{who}}', ' on ', '{{when}}', '.']);
  expect(first.pieces[1]?.place?.state).toBe('unknown');
});

test('a list without an end repeats its row, a block all rows to its end', () => {
  const { rows } = gridOf(
    sheet(
      [10],
      [
        [cell('A1', 1, '{{#measurements}}')],
        [cell('A2', 1, 'Maxima')],
        [cell('A3', 1, '{{#points}} name')],
        [cell('A4', 1, '{{/measurements}}')],
        [cell('A5', 1, 'End')],
        [cell('A6', 1, '{{#alarms}} name')],
      ],
    ),
    [
      place('A1', '{{#measurements}}', 'loop', 'measurements'),
      place('A3', '{{#points}}', 'loop', 'points'),
      place('A4', '{{/measurements}}', 'loop', 'measurements'),
      place('A6', '{{#alarms}}', 'loop', 'alarms'),
    ],
  );
  expect(rows.map(({ repeated }) => repeated)).toEqual([true, true, true, true, false, true]);
});

test('an end without a beginning repeats only its own row', () => {
  const end = { place: place('A4', '{{/points}}', 'loop', 'points'), row: 4 };
  expect([...repeatedRows([end])]).toEqual([4]);
});

test('the tables of a document are as wide as its widest one', () => {
  const document = sheet(Array(9).fill(10), [
    [cell('T1.A1', 1, 'No.'), cell('T1.B1', 2, '{{no}}'), cell('T1.C1', 3, 'Date'), cell('T1.D1', 4, '{{date}}')],
    [cell('P1', 1, 'Text', 9)],
  ]);
  const spans = spread(document).rows.map(({ cells }) => cells.map(({ column, columns }) => [column, columns]));
  expect(spans).toEqual([
    [
      [1, 2],
      [3, 3],
      [6, 2],
      [8, 2],
    ],
    [[1, 9]],
  ]);
});
