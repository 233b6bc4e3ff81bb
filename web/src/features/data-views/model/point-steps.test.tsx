import { isTyping, neighbor } from './point-steps';
import type { PointState } from './types';

test('the neighbors of a point are those of the tree', () => {
  const points = [{ id: 4 }, { id: 2 }, { id: 9 }] as PointState[];
  expect(neighbor(points, 2, 1)?.id).toBe(9);
  expect(neighbor(points, 2, -1)?.id).toBe(4);
  expect(neighbor(points, 9, 1)).toBeNull();
  expect(neighbor(points, 4, -1)).toBeNull();
  expect(neighbor(points, 7, 1)).toBeNull();
});

test('keys in fields and dialogs are not for the page', () => {
  document.body.innerHTML = '<input><div role="dialog"><button></button></div><main><button></button></main>';
  expect(isTyping(document.querySelector('input'))).toBe(true);
  expect(isTyping(document.querySelector('[role=dialog] button'))).toBe(true);
  expect(isTyping(document.querySelector('main button'))).toBe(false);
  expect(isTyping(null)).toBe(false);
});
