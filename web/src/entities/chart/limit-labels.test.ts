import { limitLabels } from './limit-labels';

const axis = { min: -16, max: 4 };
const line = (value: number, text = 'abc') => ({ value, text });
const indents = (values: number[], of = axis) =>
  limitLabels(
    values.map((value) => line(value)),
    of,
  ).map(({ padding }) => Math.round(padding[3]));

test('texts of close lines are next to each other, in the order of the lines', () => {
  expect(indents([-5, -8, -15])).toEqual([0, 0, 0]);
  expect(indents([-8, -10])).toEqual([0, 36]);
  expect(indents([-10, -8])).toEqual([36, 0]);
  expect(indents([-6, -8, -10])).toEqual([0, 36, 72]);
});

test('a line at the top has its text below it, out of the way of the next one', () => {
  const labels = limitLabels([line(4), line(0.5), line(-5)], axis);
  expect(labels.map(({ position }) => position)).toEqual(['insideStartBottom', 'insideStartTop', 'insideStartTop']);
  expect(indents([4, 0.5, -5])).toEqual([0, 36, 0]);
});
