import type { PointState } from '../../model/types';
import type { PointCharacteristics } from '../../queries/characteristic';
import { characterizedTypes, comparable, lines, linesTable, numberOf } from './model';

const point = (id: number, measurement: string) => ({ id, measurement, name: `P${id}` }) as PointState;
const label = { zh: 'x', en: 'x', 'zh-TW': 'x' };
const column = (node: number) => ({
  ...{
    field: 'x',
    node,
    depth: node ? node / 2 : null,
    valueType: 'observed' as const,
    label,
    unit: 'mm',
    decimals: 2,
  },
});
const numbers = { count: 3, mean: 2, deviation: 1.2345, range: 2, difference: 2 };
const answer: PointCharacteristics[] = [
  {
    ...{ measuringPointId: 1, start: 0, end: 100, readings: 4, missing: 1 },
    allNodes: [{ column: column(0), ...numbers, difference: null, max: { time: 30, value: 3 } }],
    columns: [
      {
        ...{ column: column(1), ...numbers, max: { time: 30, value: 3 }, min: { time: 10, value: 1 } },
        ...{ first: { time: 10, value: 1 }, last: { time: 30, value: 3 } },
      },
    ],
  },
];

test('the points that measure the same follow the point', () => {
  const points = [point(1, 'Crack'), point(2, 'Tilt'), point(3, 'Crack')];
  expect(comparable(points, point(3, 'Crack')).map(({ id }) => id)).toEqual([3, 1]);
});

test('value types are those that some field has', () => {
  const field = (valueTypes: string[]) => ({ name: 'x', label: 'x', unit: '', decimals: 1, valueTypes }) as never;
  expect(characterizedTypes([field([])])).toEqual(['observed']);
  expect(characterizedTypes([field(['rate']), field(['accumulated'])])).toEqual(['observed', 'accumulated', 'rate']);
});

test('all nodes come before each of them, and the file says what is missing', () => {
  const rows = lines(
    answer,
    (id) => `P${id}`,
    (text) => text.en,
  );
  expect(rows.map(({ all, column: { node } }) => [all, node])).toEqual([
    [true, 0],
    [false, 1],
  ]);
  const table = linesTable(
    rows,
    ['head'],
    (row) => String(row.column.node),
    (time) => `t${time}`,
  );
  expect(table[1]).toEqual([
    ...['P1', 'x', '0', 'mm', '3', '1', '3.00', 't30', '', '', '2.00', '1.234', '2.00', '', '', '', '', ''],
  ]);
  expect(table[2]?.slice(8)).toEqual(['1.00', 't10', '2.00', '1.234', '2.00', '1.00', 't10', '3.00', 't30', '2.00']);
  expect(numberOf(null, 2)).toBe('—');
});
