import { inSentence } from './list';

test.each([
  ['Convergence', 'convergence'],
  ['X displacement', 'X displacement'],
  ['PM2.5', 'PM2.5'],
  ['收敛', '收敛'],
  ['', ''],
])('%j becomes %j inside a sentence', (label, text) => {
  expect(inSentence(label)).toBe(text);
});
