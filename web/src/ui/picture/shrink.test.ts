import { scaled } from './shrink';

test('a picture is scaled down to the longest side, never up', () => {
  expect(scaled(4000, 3000, 2048)).toEqual({ width: 2048, height: 1536 });
  expect(scaled(3000, 6000, 2048)).toEqual({ width: 1024, height: 2048 });
  expect(scaled(800, 600, 2048)).toEqual({ width: 800, height: 600 });
  expect(scaled(6000, 1, 2048).height).toBe(1);
});
