import { describe, expect, it } from 'vitest';
import { cellsOf, numberOf } from './paste';

describe('spreadsheet cells', () => {
  it('are separated by tabs and line breaks, which quoted cells may contain', () => {
    expect(cellsOf('a\tb\r\nc\t\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(cellsOf('"two\nlines"\t"say ""A"""\t"tab\there"')).toEqual([['two\nlines', 'say "A"', 'tab\there']]);
    expect(cellsOf('2" pipe')).toEqual([['2" pipe']]);
    expect(cellsOf('a\n\nb\rc')).toEqual([['a'], [''], ['b'], ['c']]);
    expect(cellsOf('')).toEqual([]);
  });

  it('hold numbers in the formats of different countries', () => {
    for (const [text, value] of [
      ['12.5', 12.5],
      ['12,5', 12.5],
      ['0,125', 0.125],
      ['1,200', 1200],
      ['1,234,567.8', 1234567.8],
      ['1.234,5', 1234.5],
      ["1'234.5", 1234.5],
      ['−3', -3],
      ['1e-3', 0.001],
      ['.5', 0.5],
    ] as const)
      expect([text, numberOf(text)]).toEqual([text, value]);
    for (const text of ['', 'x', '1.2.3', '12,34,5', '1e', '--1']) expect([text, numberOf(text)]).toEqual([text, null]);
  });
});
