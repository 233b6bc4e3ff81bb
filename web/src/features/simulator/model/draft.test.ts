import {
  blankRow,
  decimalsOf,
  differ,
  limitAt,
  merged,
  pairsOf,
  type Row,
  reachOf,
  read,
  rowsOf,
  scaled,
  sideOf,
  withLimit,
  written,
} from './draft';

const q = { field: 'level', valueType: 'accumulated' } as const;
const row = (more: Partial<Row> = {}): Row => ({
  ...q,
  blue: 0.5,
  yellow: 0.7,
  orange: 0.9,
  red: 1.2,
  enable: true,
  ...more,
});

test('a limit moves by its last digit and stops one digit before its neighbors', () => {
  expect(withLimit(row(), 'yellow', 0.72, 2).yellow).toBe(0.72);
  expect(withLimit(row(), 'yellow', 0.95, 2).yellow).toBe(0.89);
  expect(withLimit(row(), 'yellow', 0.1, 2).yellow).toBe(0.51);
  expect(withLimit(row(), 'blue', -3, 2).blue).toBe(0.01);
  expect(withLimit(row(), 'red', 9.126, 2).red).toBe(9.13);
  expect(withLimit(row({ red: null }), 'orange', 50, 1).orange).toBe(50);
});

test('limits have the sign of the worst value, unless the direction is set', () => {
  expect(sideOf(row(), -1.3)).toBe(-1);
  expect(sideOf(row(), 1.3)).toBe(1);
  expect(sideOf(row(), undefined)).toBe(1);
  expect(sideOf(row({ direction: 'positive' }), -1.3)).toBe(1);
  expect(sideOf(row({ direction: 'negative' }), 1.3)).toBe(-1);
  expect(sideOf(row({ reference: 100 }), 99)).toBe(-1);
  expect(limitAt(row({ reference: 100 }), -1, 98.5)).toBe(1.5);
});

test('the other thresholds of a point stay in their places', () => {
  const other = row({ field: 'temp', valueType: 'observed' });
  const last = row({ valueType: 'rate' });
  const made = merged([other, row(), last], q, [row({ blue: 0.6 })]);
  expect(made.map(({ field, valueType, blue }) => [field, valueType, blue])).toEqual([
    ['temp', 'observed', 0.5],
    ['level', 'accumulated', 0.6],
    ['level', 'rate', 0.5],
  ]);
  expect(made[1]?.source).toBe('manual');
  expect(made[0]).toBe(other);
  expect(merged([other], q, [row()]).map(({ field }) => field)).toEqual(['temp', 'level']);
});

test('a threshold that is switched off is simulated as if it were on', () => {
  expect(rowsOf([row({ enable: false }), row({ field: 'temp' })], q)).toEqual([row()]);
});

test('a draft survives in the address', () => {
  const base = [row({ lower: { blue: 0.4, yellow: 0.3, orange: null, red: null } })];
  const draft = [{ ...(base[0] as Row), red: 1.3, confirmTimes: 3, restoreMargin: 0.08 }];
  const found = read(written(draft), base);
  expect(found?.[0]).toMatchObject({
    red: 1.3,
    confirmTimes: 3,
    restoreMargin: 0.08,
    restoreTimes: 2,
    lower: { blue: 0.4, yellow: 0.3 },
  });
  expect(differ(found ?? [], draft)).toBe(false);
  expect(differ(found ?? [], base)).toBe(true);
  for (const text of ['', 'x', '[]', '[[1]]', '{"a":1}', '[[null,null,"a",2,3,4,0,1,2]]', written([row(), row()])])
    expect(read(text, [row()])).toBeNull();
});

test('a draft in the address about other nodes is no draft of these', () => {
  const near = row({ nodeRange: [1, 5] });
  expect(read(written([near]), [near])).toEqual([{ ...near, restoreMargin: 0.05, confirmTimes: 1, restoreTimes: 2 }]);
  expect(read(written([near]), [row({ nodeRange: [1, 6] })])).toBeNull();
  expect(read(written([near]), [row()])).toBeNull();
});

test('rows of two sets meet by their nodes, and those of one set stay alone', () => {
  const [all, near, far] = [row(), row({ nodeRange: [1, 5] }), row({ nodeRange: [6, 20], blue: 0.4 })];
  const [nearBefore, deep] = [row({ nodeRange: [1, 5], red: 9 }), row({ nodeRange: [21, 40] })];
  expect(pairsOf([all, near, far], [deep, nearBefore])).toEqual([
    { draft: all, before: undefined },
    { draft: near, before: nearBefore },
    { draft: far, before: undefined },
    { draft: undefined, before: deep },
  ]);
  expect(pairsOf([all], [row({ red: 2 })])).toEqual([{ draft: all, before: row({ red: 2 }) }]);
  expect(pairsOf([], [near])).toEqual([{ draft: undefined, before: near }]);
});

test('a limit reaches from one neighbor to the other', () => {
  expect(reachOf(row(), 'blue', 2)).toEqual({ low: 0.01, high: 0.69 });
  expect(reachOf(row(), 'orange', 2)).toEqual({ low: 0.71, high: 1.19 });
  expect(reachOf(row(), 'red', 2)).toEqual({ low: 0.91, high: null });
  expect(reachOf(row({ red: null }), 'orange', 1)).toEqual({ low: 0.8, high: null });
});

test('what a threshold leaves out is no change', () => {
  expect(differ([row()], [row({ confirmTimes: 1, restoreTimes: 2, restoreMargin: 0.05 })])).toBe(false);
});

test('limits for a quantity without thresholds lie above its worst value', () => {
  expect(blankRow(q, -10, 1)).toMatchObject({ blue: 8.4, yellow: 9.6, orange: 10.8, red: 12 });
  const flat = blankRow(q, 0, 2);
  expect([flat.blue, flat.yellow, flat.orange, flat.red]).toEqual([0.07, 0.08, 0.09, 0.1]);
});

test('limits times a factor are rounded as the server rounds them', () => {
  const set = [
    row({ blue: 1, yellow: 2, orange: 3, red: null, lower: { blue: 0.4, yellow: 0.3, orange: null, red: null } }),
  ];
  const limits = (rows: Row[]) => rows.map((r) => [r.blue, r.yellow, r.orange, r.lower?.blue, r.lower?.yellow])[0];
  expect(limits(scaled(set, 1.26, 1))).toEqual([1.3, 2.5, 3.8, 0.5, 0.4]);
  expect(limits(scaled(set, 0.5, 0))).toEqual([0.5, 1, 1.5, 0.2, 0.15]);
});

test('decimals are enough for every limit', () => {
  expect(decimalsOf([row({ red: 1.125 })], 1)).toBe(3);
  expect(decimalsOf([row({ blue: 1, yellow: 2, orange: 3, red: 4 })], 1)).toBe(1);
});
