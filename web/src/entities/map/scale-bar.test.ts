import { lengthText, scaleBar } from './scale-bar';

test.each([
  [0.1, 100, 10],
  [0.03, 100, 2],
  [0.055, 100, 5],
  [12, 100, 1000],
  [0.0004, 100, 0.02],
])('at %f m per pixel, a bar of at most %d px is %f m', (metersPerPixel, most, meters) => {
  const bar = scaleBar(metersPerPixel, most);
  expect(bar.meters).toBeCloseTo(meters, 9);
  expect(bar.pixels).toBeLessThanOrEqual(most);
});

test('formats lengths in meters or kilometers', () => {
  expect([0.02, 10, 500, 2000, 1_000_000].map(lengthText)).toEqual(['0.02 m', '10 m', '500 m', '2 km', '1000 km']);
});
