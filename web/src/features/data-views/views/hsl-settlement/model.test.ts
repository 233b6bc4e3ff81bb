import type { LevelLine } from '../../model/level-line';
import { alongOf, lineLook } from './model';

const vessels = [1, 2, 3].map((id) => ({ id, name: `V${id}`, reference: id === 1, readings: 1, point: undefined }));
const line: LevelLine = { tolerance: 0, vessels, times: [5], skipped: 0, readings: [], total: 1, marks: [] };
const reading = { t: 5, settlement: [0, -1.5, 2], level: [50, 9, null], temp: [20, 21, 22] };
const untouched = { type: null, end: null, base: null, right: null, hidden: [] };
const limit = { field: 'settlement', valueType: 'accumulated', enable: true } as never;
const t = ((key: string) => key) as never;

test('limits are of stored values only', () => {
  const threshold = (change: object) => lineLook(line, [limit], { ...untouched, ...change }).threshold;
  expect(threshold({})).toBe(limit);
  expect([{ end: '2' }, { base: 7 }, { type: 'change' }, { hidden: ['thresholds'] }].map(threshold)).toEqual(
    Array(4).fill(null),
  );
});

test('the line is drawn against the reference vessel, or another one', () => {
  const along = (end: string | null) =>
    alongOf(line, new Map([[5, reading]]), [5, 6], lineLook(line, [], { ...untouched, end, right: 'temp' }), t);
  expect(along(null)).toMatchObject({ reference: 0, temp: [20, 21, 22], unit: 'mm' });
  expect(along(null).curves).toEqual([{ t: 5, values: [0, -1.5, 2], outside: [false, true, false] }]);
  expect(along('3')).toMatchObject({ reference: 2, curves: [{ values: [-2, -3.5, 0] }] });
  expect(along('9').reference).toBe(0);
});
