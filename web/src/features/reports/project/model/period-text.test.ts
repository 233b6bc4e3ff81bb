import { periodText } from './period-text';

test('whole days are dates with the last one included, others have their times', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`);
  const zone = 'Asia/Shanghai';
  expect(periodText(at('2026-03-02T00:00'), at('2026-03-09T00:00'), zone)).toBe('2026-03-02 – 2026-03-08');
  expect(periodText(at('2026-03-02T00:00'), at('2026-03-03T00:00'), zone)).toBe('2026-03-02');
  expect(periodText(at('2026-03-02T08:00'), at('2026-03-03T00:00'), zone)).toBe('2026-03-02 08:00 – 2026-03-03 00:00');
});
