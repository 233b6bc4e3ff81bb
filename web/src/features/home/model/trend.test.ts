import { mostOf, segmentsOf } from './trend';

test('a day is a bar of its levels, the worst on top', () => {
  expect(segmentsOf({ levels: [0, 2, 0, 1, 1] }, 8)).toEqual([
    { level: 1, y: 0.75, height: 0.25 },
    { level: 3, y: 0.625, height: 0.125 },
    { level: 4, y: 0.5, height: 0.125 },
  ]);
  expect(segmentsOf({ levels: [0, 0, 0, 0, 0] }, 8)).toEqual([]);
});

test('a quiet month has a scale too', () => {
  expect(mostOf([{ start: 0, opened: 0, levels: [0, 0, 0, 0, 0] }])).toBe(1);
});
