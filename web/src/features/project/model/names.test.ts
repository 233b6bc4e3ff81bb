import { type Marked, placeNames } from './names';

const marked = (id: number, x: number, y: number, level: number): Marked => ({ id, x, y, level, text: `LJ-${id}` });

test('a text stands at the right where there is room, and normal points have none', () => {
  expect(placeNames([marked(1, 100, 100, 1), marked(2, 300, 100, 0)])).toEqual(new Map([[1, 'right']]));
});

test('a text moves above or below its marker when a neighbour stands in the way', () => {
  const sides = placeNames([marked(1, 100, 100, 2), marked(2, 130, 100, 0), marked(3, 100, 80, 0)]);
  expect(sides.get(1)).toBe('below');
});

test('in a crowd the worst keeps its text and the others leave theirs to the tooltip', () => {
  const crowd = Array.from({ length: 9 }, (_, i) => marked(i + 1, 100 + (i % 3) * 20, 100 + Math.floor(i / 3) * 20, 1));
  crowd[4] = { ...marked(5, 120, 120, 4), text: 'LJ-5 −12.345 mm' };
  const sides = placeNames(crowd);
  expect(sides.get(5)).toBe('right');
  expect(sides.size).toBeLessThan(9);
});

test('no two placed texts cover each other', () => {
  const row = Array.from({ length: 8 }, (_, i) => marked(i + 1, 100 + i * 44, 100, 1 + (i % 2)));
  expect(placeNames(row).size).toBeGreaterThanOrEqual(4);
});
