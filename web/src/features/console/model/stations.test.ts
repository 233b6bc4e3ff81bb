import { readStations, stationsText, writes } from './stations';

test('rows of a spreadsheet or a text are read, without their head', () => {
  expect(readStations('depth\tA\tB\n0\t40\t-5\n\n20\t0\t0\n', 2, 3)).toEqual({
    rows: [
      [0, 40, -5],
      [20, 0, 0],
    ],
    bad: [],
  });
  expect(readStations('0; 3.2\n10, −0.5', 2, 2).rows).toEqual([
    [0, 3.2],
    [10, -0.5],
  ]);
});

test('rows that cannot be read are named', () => {
  expect(readStations('0 1\n5 x\n6\n7 1 2', 2, 2)).toEqual({ rows: [[0, 1]], bad: [2, 3, 4] });
  expect(readStations('', 2, 2)).toEqual({ rows: [], bad: [] });
});

test('what is written is read again', () => {
  const rows = [
    [0, 1.25],
    [2, -3],
  ];
  expect(readStations(stationsText(rows), 2, 2).rows).toEqual(rows);
});

test('a text stands for its rows, however it separates them, until others take their place', () => {
  expect(
    writes(
      '0; 40\n20 0 0',
      [
        [0, 40, 0],
        [20, 0, 0],
      ],
      2,
      3,
    ),
  ).toBe(true);
  expect(writes('0 40\nx y', [[0, 40, 0]], 2, 3)).toBe(true);
  expect(writes('0 40', [[0, 41, 0]], 2, 3)).toBe(false);
});
