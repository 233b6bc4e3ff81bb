import { describe, expect, it } from 'vitest';
import { beginning, beginningOf, textOf } from './read-text';

describe('the text of a file', () => {
  it('is UTF-8 with or without its mark, or else GB 18030', () => {
    expect(textOf(new TextEncoder().encode('\uFEFF时间,水位').buffer)).toBe('时间,水位');
    expect(textOf(new Uint8Array([0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0x31]).buffer)).toBe('时间,1');
  });

  it('begins with whole lines', () => {
    const line = `${'7'.repeat(99)}\n`;
    const text = line.repeat(Math.ceil(beginning / 100) + 10);
    const first = beginningOf(text);
    expect(first.length).toBeLessThanOrEqual(beginning + 1);
    expect(first.endsWith('\n')).toBe(true);
    expect(first.length % 100).toBe(0);
    expect(beginningOf('1,2')).toBe('1,2');
  });
});
