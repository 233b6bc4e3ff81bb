import { copied, limitsOf, linesOf, pasted, unread } from './grid';
import type { PointThresholds } from './queries';

const limits = (blue: number | null, red: number | null = null) => ({
  field: 'width',
  valueType: 'accumulated' as const,
  blue,
  yellow: null,
  orange: null,
  red,
  enable: true,
});
const point = (measuringPointId: number, thresholds: PointThresholds['thresholds']): PointThresholds => ({
  measuringPointId,
  name: `P${measuringPointId}`,
  structureId: 1,
  itemId: 0,
  measurement: 'Crack',
  changeUnit: '',
  versionId: 1,
  validFrom: 0,
  thresholds,
});
const points = [point(1, [limits(1), limits(2)]), point(2, []), point(3, [limits(3)])];

test('a point without thresholds still has a row', () => {
  expect(linesOf(points, new Map()).map((line) => [line.pointId, line.index, line.row?.blue])).toEqual([
    [1, 0, 1],
    [1, 1, 2],
    [2, 0, undefined],
    [3, 0, 3],
  ]);
});

test('parses spreadsheet cells with thousands separators, blanks and text', () => {
  expect(limitsOf('1,200\t2\r\n\tx\n')).toEqual([
    [1200, 2],
    [null, undefined],
  ]);
});

test('pastes a block to the right and down across points', () => {
  const lines = linesOf(points, new Map());
  const edits = pasted(lines, new Map(), points, { line: 1, level: 0 }, limitsOf('5\t6\t7\t8\t9\n1\t2\n30\t40'));
  expect(edits.get(1)?.map((row) => [row.blue, row.yellow, row.orange, row.red])).toEqual([
    [1, null, null, null],
    [5, 6, 7, 8],
  ]);
  expect(edits.has(2)).toBe(false); // nothing to paste into
  expect(edits.get(3)?.[0]).toMatchObject({ blue: 30, yellow: 40, source: 'batch' });
});

test('counts non-numeric cells in the columns that accept them', () => {
  const cells = limitsOf('1\tx\t\ty\tz\nn.a.\t2');
  expect([unread(cells, 0), unread(cells, 2), unread(cells, 3)]).toEqual([3, 2, 1]);
});

test('copying replaces the thresholds of the targets', () => {
  const edits = copied(new Map([[3, [limits(9)]]]), points[0]?.thresholds ?? [], { changeUnit: '' }, points.slice(1));
  expect(edits.get(2)?.map((row) => row.blue)).toEqual([1, 2]);
  expect(edits.get(3)?.map((row) => row.blue)).toEqual([1, 2]);
});

test('copying converts water level limits between m and mm', () => {
  const level = (valueType: 'observed' | 'accumulated' | 'rate') => ({
    ...limits(300, 1000),
    field: 'level',
    valueType,
  });
  const rows = [level('accumulated'), level('rate'), level('observed'), limits(3)];
  const given = (from: '' | 'm' | 'mm', changeUnit: '' | 'm' | 'mm') =>
    copied(new Map(), rows, { changeUnit: from }, [{ measuringPointId: 2, changeUnit }])
      .get(2)
      ?.map((row) => [row.blue, row.red]);
  expect(given('mm', '')).toEqual([
    [0.3, 1],
    [0.3, 1],
    [300, 1000],
    [3, null],
  ]);
  expect(given('m', 'mm')?.[0]).toEqual([300_000, 1_000_000]);
  expect(given('mm', 'mm')?.[0]).toEqual([300, 1000]);
});
