import { partsOf, topOf, totals } from './bars';

const day = (health: number, ...levels: number[]) => ({ date: '2026-11-27', health, levels });

test('a day is stacked from device health over blue to red, without empty parts', () => {
  expect(partsOf(day(1, 2, 0, 0, 3))).toEqual([
    { level: 0, from: 0, to: 1 },
    { level: 1, from: 1, to: 3 },
    { level: 4, from: 3, to: 6 },
  ]);
  expect(partsOf(day(0, 0, 0, 0, 0))).toEqual([]);
});

test('the axis ends at a round number that no day exceeds', () => {
  expect([[], [day(0, 1, 0, 0, 0)], [day(3, 2, 1, 0, 0)], [day(0, 41, 0, 1, 0)]].map(topOf)).toEqual([4, 4, 6, 50]);
});

test('the legend counts all days', () => {
  expect(totals([day(1, 2, 0, 0, 3), day(0, 1, 1, 0, 0)])).toEqual([1, 3, 1, 0, 3]);
});
