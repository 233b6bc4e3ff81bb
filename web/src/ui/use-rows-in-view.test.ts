import { edgesOf, rowsInView } from './use-rows-in-view';

const even = (count: number) => edgesOf(Array.from({ length: count }, () => 48));

test('draws only rows in and near the viewport', () => {
  expect(rowsInView(even(10_000), 100, 900)).toEqual([0, 27]);
  expect(rowsInView(even(10_000), -48_000, 900)).toEqual([990, 1029]);
  expect(rowsInView(even(300), -14_300, 900)).toEqual([287, 300]);
});

test('draws the last rows if the list shrinks while scrolled to its end', () => {
  expect(rowsInView(even(5), -48_000, 900)).toEqual([0, 5]);
});

test('places rows of different heights one after another', () => {
  const edges = edgesOf(Array.from({ length: 1000 }, (_, row) => (row < 100 ? 68 : 48)));
  expect(edges[101]).toBe(100 * 68 + 48);
  expect(rowsInView(edges, -(100 * 68), 480)).toEqual([90, 121]);
});
