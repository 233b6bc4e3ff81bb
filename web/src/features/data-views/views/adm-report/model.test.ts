import { directionOf, directionsOf, stepOf } from './model';

const field = (name: string, valueTypes: string[]) => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes });

test('rows are nodes unless the address names a step', () => {
  expect([null, '0.5', '1', '7'].map(stepOf)).toEqual([0, 0.5, 1, 0]);
});

test('a direction is a field with changes, by default the first', () => {
  const directions = directionsOf([field('angleX', []), field('x', ['accumulated']), field('y', ['accumulated'])]);
  expect(directionOf(directions, null)).toBe('x');
  expect(directionOf(directions, 'y')).toBe('y');
  expect(directionOf(directions, 'angleX')).toBe('x');
  expect(directionOf([], 'x')).toBeNull();
});
