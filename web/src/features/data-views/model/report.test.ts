import {
  changesOf,
  chosenPoints,
  markOf,
  type Report,
  type ReportRow,
  reportQuery,
  rowName,
  silentPoints,
} from './report';

const row = (part: Partial<ReportRow>): ReportRow =>
  ({
    measuringPointId: 1,
    field: 'level',
    node: 0,
    depth: null,
    unit: 'm',
    decimals: 3,
    changeUnit: 'mm',
    changeDecimals: 1,
    previous: 10.4,
    value: 11,
    change: 600,
    accumulated: 1000,
    level: 2,
    ...part,
  }) as ReportRow;

const report = {
  points: [
    { measuringPointId: 1, name: 'SW-01', time: 5, previous: 4 },
    { measuringPointId: 2, name: 'SW-02', time: 0, previous: 0 },
  ],
} as Report;

test('a report is of the newest reading of its points unless the address names a time', () => {
  const ask = { measuringPointIds: [1, 2], fields: [], step: 0 };
  const points = [
    { id: 1, time: 70 },
    { id: 2, time: null },
    { id: 3, time: 99 },
  ];
  const untouched = { at: null, previous: null, base: null };
  expect(reportQuery(ask, points, untouched)).toEqual({ ...ask, time: 70, previous: 0, base: 0 });
  expect(reportQuery(ask, points, { at: 60, previous: 50, base: 40 })).toMatchObject({
    time: 60,
    previous: 50,
    base: 40,
  });
});

test('a chart shows accumulated changes, or values of fields without changes', () => {
  expect(changesOf(row({}))).toEqual({ previous: 400, now: 1000, unit: 'mm', decimals: 1 });
  expect(changesOf(row({ change: null }))).toMatchObject({ previous: null, now: 1000 });
  expect(changesOf(row({ accumulated: null }))).toEqual({ previous: 10.4, now: 11, unit: 'm', decimals: 3 });
});

test('a row without a reading is neither normal nor judged', () => {
  expect(markOf(report, row({}))).toBe(2);
  expect(markOf(report, row({ level: null }))).toBe('notJudged');
  expect(markOf(report, row({ measuringPointId: 2 }))).toBe('noData');
  expect(silentPoints(report)).toBe(1);
});

test('a row is named by its point, or by the depth or number of its node', () => {
  const node = (no: number) => `node ${no}`;
  expect(rowName(report, row({}), node)).toBe('SW-01');
  expect(rowName(report, row({ node: 3 }), node)).toBe('node 3');
  expect(rowName(report, row({ node: 3, depth: 2.5 }), node)).toBe('2.50');
});

test('all points are listed unless the address names some of them', () => {
  const all = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(chosenPoints(all, [])).toEqual([1, 2, 3]);
  expect(chosenPoints(all, [3, 1, 99])).toEqual([1, 3]);
  expect(chosenPoints(all, [99])).toEqual([1, 2, 3]);
});
