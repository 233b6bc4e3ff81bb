import { namedMeridians, namedParallels } from './grid-labels';

const world = 2 * Math.PI * 6_378_137;

test('draws no labels in the corners, where they would overlap', () => {
  // 400 x 300 pixels of one meter.
  const extent = [1000, 2000, 1400, 2300] as const;
  expect(namedMeridians([990, 1010, 1024, 1200, 1376, 1390, 1410], extent, 1)).toEqual([1024, 1200, 1376]);
  expect(namedParallels([1990, 2010, 2084, 2100, 2250, 2290, 2310], extent, 1)).toEqual([2084, 2100, 2250]);
  expect(namedParallels([2160, 2168, 2200, 2201], extent, 2)).toEqual([2168, 2200]);
});

test('a map that shows several worlds labels the longitudes of each', () => {
  const resolution = world / 300;
  const named = namedMeridians([0], [-world, -1, world, 1], resolution);
  expect(named.map((x) => Math.round(x / world))).toEqual([0]);
  expect(namedMeridians([0], [-1.2 * world, -1, 1.2 * world, 1], resolution)).toHaveLength(3);
  expect(namedMeridians([0, 0], [-1000, -1, 1000, 1], 1)).toEqual([0]);
});
