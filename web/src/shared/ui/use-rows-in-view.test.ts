import { rowsInView } from './use-rows-in-view';

test('rows around what can be seen are drawn, and no others', () => {
  expect(rowsInView(10_000, 48, 100, 900)).toEqual([0, 27]);
  expect(rowsInView(10_000, 48, -48_000, 900)).toEqual([990, 1029]);
  expect(rowsInView(300, 48, -14_300, 900)).toEqual([287, 300]);
});

test('a list that shrank while one stood at its end draws nothing beyond it', () => {
  expect(rowsInView(5, 48, -48_000, 900)).toEqual([5, 5]);
});
