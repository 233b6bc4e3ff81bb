import { inSentence } from './list';

test.each([
  ['Convergence', 'convergence'],
  ['X displacement', 'X displacement'],
  ['PM2.5', 'PM2.5'],
  ['收敛', '收敛'],
  ['', ''],
])('%j is %j inside of a line', (label, text) => {
  expect(inSentence(label)).toBe(text);
});
