import { axisOf, datedDays, levelSums, segmentsOf } from './trend';

test('a day is a stacked bar of its levels, the worst on top', () => {
  expect(segmentsOf({ levels: [0, 2, 0, 1, 1] }, 8)).toEqual([
    { level: 1, y: 0.75, height: 0.25 },
    { level: 3, y: 0.625, height: 0.125 },
    { level: 4, y: 0.5, height: 0.125 },
  ]);
  expect(segmentsOf({ levels: [0, 0, 0, 0, 0] }, 8)).toEqual([]);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [21, [0, 10, 20, 30]],
  [40, [0, 10, 20, 30, 40]],
  [1234, [0, 500, 1000, 1500]],
])('the axis has whole-number ticks for %d alerts a day', (opened, ticks) => {
  const axis = axisOf([{ opened: 0 }, { opened }]);
  expect(axis).toEqual({ top: ticks.at(-1), ticks });
});

test('labels today and every seventh day before it', () => {
  expect(datedDays(30)).toEqual([1, 8, 15, 22, 29]);
  expect(datedDays(1)).toEqual([0]);
});

test('the legend counts the alerts of each level', () => {
  expect(levelSums([{ levels: [0, 2, 0, 1, 1] }, { levels: [0, 1, 0, 0, 2] }])).toEqual([0, 3, 0, 1, 3]);
});
