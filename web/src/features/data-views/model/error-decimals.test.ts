import { errorDecimals } from './error-decimals';

test('a number has as many decimals as two digits of its error', () => {
  expect([0.0067, 0.41, 12, 0].map(errorDecimals)).toEqual([4, 2, 0, 3]);
});
