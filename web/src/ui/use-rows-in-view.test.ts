import { edgesOf, rowsInView } from './use-rows-in-view';

const even = (count: number) => edgesOf(Array.from({ length: count }, () => 48));

test('rows around what can be seen are drawn, and no others', () => {
  expect(rowsInView(even(10_000), 100, 900)).toEqual([0, 27]);
  expect(rowsInView(even(10_000), -48_000, 900)).toEqual([990, 1029]);
  expect(rowsInView(even(300), -14_300, 900)).toEqual([287, 300]);
});

test('a list that shrank while one stood at its end draws its last rows', () => {
  expect(rowsInView(even(5), -48_000, 900)).toEqual([0, 5]);
});

test('rows of several heights stand where those before them end', () => {
  const edges = edgesOf(Array.from({ length: 1000 }, (_, row) => (row < 100 ? 68 : 48)));
  expect(edges[101]).toBe(100 * 68 + 48);
  expect(rowsInView(edges, -(100 * 68), 480)).toEqual([90, 121]);
});
