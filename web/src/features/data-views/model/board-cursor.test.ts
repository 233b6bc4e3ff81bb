import type { ProcessSeries } from '@/entities/chart/process-chart';
import { BoardCursor, marksAt, reachOfLines, readingAt } from './board-cursor';

const minute = 60_000;

test('a cursor takes the nearest reading within one interval', () => {
  const samples = [
    [0, 1],
    [10 * minute, 2],
    [20 * minute, null],
    [60 * minute, 4],
  ] as const;
  expect(readingAt(samples, 4 * minute, 10 * minute)).toEqual([0, 1]);
  expect(readingAt(samples, 6 * minute, 10 * minute)).toEqual([10 * minute, 2]);
  expect(readingAt(samples, 20 * minute, 10 * minute)).toEqual([10 * minute, 2]);
  expect(readingAt(samples, 40 * minute, 10 * minute)).toBeNull();
  expect(readingAt(samples, 70 * minute, 10 * minute)).toEqual([60 * minute, 4]);
  expect(readingAt([], 0, minute)).toBeNull();
});

test('the reach is an interval, or a step of a reduced curve', () => {
  const week = [0, 7 * 24 * 60 * minute] as const;
  expect(reachOfLines(600, week, false)).toBe(10 * minute);
  expect(reachOfLines(60, week, true)).toBe(week[1] / 1200);
  expect(reachOfLines(0, week, false)).toBe(week[1] / 200);
});

test('a pinned moment stays when the pointer leaves', () => {
  const cursor = new BoardCursor();
  let calls = 0;
  const end = cursor.subscribe(() => {
    calls++;
  });
  cursor.pin(5);
  cursor.move(7);
  expect(cursor.current()).toBe(7);
  cursor.move(null);
  cursor.move(null);
  expect(cursor.current()).toBe(5);
  expect(calls).toBe(3);
  end();
  cursor.pin(null);
  expect(calls).toBe(3);
});

const curve = (key: string, value: number): ProcessSeries => ({
  ...{ key, name: key, unit: 'mm', decimals: 1, samples: [[0, value]], gaps: [], abnormal: [] },
});

test('marks name the axis, color and value of each curve', () => {
  const plot = { axisName: 'a', threshold: null, level: null };
  const parts = { plots: [{ ...plot, series: [curve('x', 1), curve('y', 2)] }], right: [curve('rain', 3)] };
  const look = { palette: ['red', 'green', 'blue'], number: (v: number, d: number) => v.toFixed(d) };
  expect(marksAt(parts, 0, 1, look).map(({ axis, color, text }) => [axis, color, text])).toEqual([
    [0, 'red', '1.0'],
    [0, 'green', '2.0'],
    [1, 'blue', '3.0'],
  ]);
  expect(marksAt(parts, 5, 1, look)).toEqual([]);
});
