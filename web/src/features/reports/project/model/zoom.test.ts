import { margin, pageAt, scaleFor, sharpness } from './zoom';

test('a page fits the width, or has its size on paper', () => {
  expect(scaleFor('fit', 595, 595 + 2 * margin)).toBe(1);
  expect(scaleFor('fit', 595, 390) * 595).toBeCloseTo(390 - 2 * margin);
  expect(scaleFor('full', 595, 390) * 595).toBeCloseTo(793.3, 1); // A4 is 210 mm wide: 793.7 pixels
});

test('a canvas has the pixels of the screen up to 16 million', () => {
  expect(sharpness(800, 1100, 2)).toBe(2);
  const much = sharpness(4000, 5600, 3);
  expect(4000 * much * 5600 * much).toBeCloseTo(16_777_216, -1);
});

test('the page that is read begins in the upper third, and the first one is read at the top', () => {
  const tops = [16, 1016, 2016];
  expect(pageAt(tops, 0, 600)).toBe(0);
  expect(pageAt(tops, 815, 600)).toBe(0);
  expect(pageAt(tops, 817, 600)).toBe(1);
  expect(pageAt(tops, 5000, 600)).toBe(2);
  expect(pageAt([], 0, 600)).toBe(0);
});
