import { lengthText, scaleBar } from './scale-bar';

test.each([
  [0.1, 100, 10],
  [0.03, 100, 2],
  [0.055, 100, 5],
  [12, 100, 1000],
  [0.0004, 100, 0.02],
])('%f m a pixel in at most %d pixels: %f m', (metresPerPixel, most, metres) => {
  const bar = scaleBar(metresPerPixel, most);
  expect(bar.metres).toBeCloseTo(metres, 9);
  expect(bar.pixels).toBeLessThanOrEqual(most);
});

test('lengths are written in metres or kilometres', () => {
  expect([0.02, 10, 500, 2000, 1_000_000].map(lengthText)).toEqual(['0.02 m', '10 m', '500 m', '2 km', '1000 km']);
});
