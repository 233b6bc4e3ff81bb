import type { FieldAction } from './queries';
import { answerLine, reasonText, sentText } from './words';

const action = (change: Partial<FieldAction>) =>
  ({ action: 'command', code: '', intervalSeconds: 0, reason: '', refusal: '', ...change }) as FieldAction;
const t = ((key: string, values?: { minutes: number }) =>
  key === 'colon' ? ': ' : values ? `${key} ${values.minutes}` : key) as unknown as Parameters<typeof sentText>[0];
const name = (code: string) => `<${code}>`;

test('what is sent is the command by its name, an interval in minutes, or nothing', () => {
  expect(sentText(t, action({ code: 'sirenOn' }), name)).toBe('<sirenOn>');
  expect(sentText(t, action({}), name)).toBe('nothingSent');
  expect(sentText(t, action({ action: 'interval', intervalSeconds: 600 }), name)).toBe('setTo 10');
  expect(sentText(t, action({ action: 'interval', intervalSeconds: 330 }), name)).toBe('setTo 5.5');
  expect(sentText(t, action({ action: 'interval' }), name)).toBe('setBack');
});

test('a refused order says why', () => {
  expect(reasonText(t, action({}))).toBe('');
  expect(reasonText(t, action({ reason: 'noAnswer' }))).toBe('reason.noAnswer');
  expect(reasonText(t, action({ reason: 'refused', refusal: 'The queue is full' }))).toBe(
    'reason.refused: The queue is full',
  );
});

test('an answer is one line, also if it is no object', () => {
  expect(answerLine('{"hex":"0505"}')).toBe('hex = 0505');
  expect(answerLine('done {')).toBe('done {');
});
