import { clusterDiameter, clusterLook, showsName } from './site';

test.each([
  [2, 30],
  [10, 30],
  [11, 40],
  [100, 40],
  [101, 50],
])('a cluster of %d is %d px wide', (count, diameter) => {
  expect(clusterDiameter(count)).toBe(diameter);
});

test('a cluster has the worst level of its members', () => {
  expect(clusterLook([{ level: 1 }, { level: 3 }, { level: 0 }])).toEqual({ count: 3, level: 3, diameter: 30 });
});

test('shows names of high levels first, and of all sites when zoomed in', () => {
  expect(showsName(1, 5)).toBe(false);
  expect(showsName(2, 5)).toBe(true);
  expect(showsName(0, 8)).toBe(true);
});
