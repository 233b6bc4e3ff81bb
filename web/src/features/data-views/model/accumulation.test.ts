import { hasSegments } from './accumulation';

test('sums along a hole or a line have parts, those around a ring and other fields have none', () => {
  const hole = [{ depth: 0.5 }, { depth: 1 }];
  expect(hasSegments(hole, ['temp', 'x'])).toBe(true);
  expect(hasSegments(hole, ['settlement'])).toBe(true);
  expect(hasSegments(hole, ['temp', 'angleX', 'azi'])).toBe(false);
  expect(hasSegments([{ depth: null }], ['x', 'y'])).toBe(false);
  expect(hasSegments([], ['x'])).toBe(false);
});
