import { inkOf } from './ink';

/** A picture of 10 x 10 pixels, with ink where `drawn` returns true. */
function picture(paper: number[], ink: number[], drawn: (x: number, y: number) => boolean): Uint8ClampedArray {
  const pixels: number[] = [];
  for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++) pixels.push(...(drawn(x, y) ? ink : paper));
  return new Uint8ClampedArray(pixels);
}
const square = (x: number, y: number) => x >= 2 && x < 6 && y >= 3 && y < 5;

test.each([
  ['on a transparent background', [0, 0, 0, 0], [113, 133, 154, 255]],
  ['on white', [255, 255, 255, 255], [0, 0, 0, 255]],
  ['on black', [10, 10, 10, 255], [240, 240, 240, 255]],
])('finds the ink %s', (_, paper, ink) => {
  const found = inkOf(picture(paper, ink, square), 10, 10);
  expect(found.extent).toEqual([0.2, 0.3, 0.6, 0.5]);
  expect(found.shareOf([0.2, 0.3, 0.6, 0.5])).toBeGreaterThan(0.85);
  expect(found.shareOf([0.6, 0, 1, 1])).toBe(0);
  const half = found.shareOf([0.4, 0.3, 0.8, 0.5]) / found.shareOf([0.2, 0.3, 0.6, 0.5]);
  expect(half).toBeCloseTo(0.5, 5);
});

test('a blank sheet and the area outside it have no ink', () => {
  const blank = inkOf(
    picture([255, 255, 255, 255], [], () => false),
    10,
    10,
  );
  expect(blank.extent).toBeUndefined();
  expect(blank.shareOf([-1, -1, -0.5, -0.5])).toBe(0);
});
