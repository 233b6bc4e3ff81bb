import { answerText, argsText, resultText } from './words';

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

test('says why a request was withdrawn', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof answerText>[0];
  const withdrawn = { state: 'cancelled', code: 6, answers: 0, message: '' } as Parameters<typeof answerText>[1];
  expect(answerText(t, withdrawn)).toBe('code.6');
  expect(answerText(t, { ...withdrawn, code: 0 })).toBe('');
});

test('formats arguments on one line', () => {
  expect(argsText({})).toBe('');
  expect(argsText({ interval: 1800, start: 1 })).toBe('interval 1800, start 1');
  expect(argsText({ model: 'RION-HCA', code: 'setZero', params: { mode: 1 } })).toBe('mode 1');
  expect(argsText({ model: 'RION-HCA', code: 'readZero' })).toBe('');
});
