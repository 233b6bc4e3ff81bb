import { contentOf, fromSheet, toSheet } from './plan';

test.each([
  [0, 0],
  [1, 1],
  [0.25, 0.75],
  [0.123456, 0.654321],
])('position %f, %f round-trips through sheet coordinates', (x, y) => {
  const size = { width: 4096, height: 2731 };
  expect(fromSheet(toSheet({ x, y }, size), size)).toEqual({ x, y });
});

test('clamps a point dragged off the drawing to its edge', () => {
  expect(fromSheet([-20, 1200], { width: 1600, height: 1000 })).toEqual({ x: 0, y: 0 });
  expect(fromSheet([1700, -3], { width: 1600, height: 1000 })).toEqual({ x: 1, y: 1 });
});

test('crops the blank margin of a drawing but keeps every point', () => {
  const size = { width: 1000, height: 1000 };
  const rounded = (extent: number[]) => extent.map(Math.round);
  expect(rounded(contentOf(size, [0.2, 0.3, 0.8, 0.7], []))).toEqual([185, 285, 815, 715]);
  expect(rounded(contentOf(size, [0.2, 0.3, 0.8, 0.7], [{ x: 0.9, y: 0.1 }]))).toEqual([185, 285, 915, 915]);
  expect(contentOf(size, undefined, [])).toEqual([0, 0, 1000, 1000]);
});
