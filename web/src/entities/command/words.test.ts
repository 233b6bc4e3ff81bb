import { argsText, resultText } from './words';

test.each([
  [null, ''],
  [undefined, ''],
  [{ interval: 1800 }, 'interval = 1800'],
  [{ freq: 2671.8, temp: 15.7 }, 'freq = 2671.8  temp = 15.7'],
  [{ nodes: [1, 2] }, '{"nodes":[1,2]}'],
  [[1, 2], '0 = 1  1 = 2'],
  ['ok', 'ok'],
])('formats the result %j as %s', (result, text) => {
  expect(resultText(result)).toBe(text);
});

test('formats arguments on one line', () => {
  expect(argsText({})).toBe('');
  expect(argsText({ interval: 1800, start: 1 })).toBe('interval 1800, start 1');
  expect(argsText({ model: 'RION-HCA', code: 'setZero', params: { mode: 1 } })).toBe('mode 1');
  expect(argsText({ model: 'RION-HCA', code: 'readZero' })).toBe('');
});
