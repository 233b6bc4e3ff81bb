import { describe, expect, it } from 'vitest';
import { overlapping } from './ground';

describe('soil layers', () => {
  it('overlap if they share a depth, in any order', () => {
    expect(
      overlapping([
        { from: 4, to: 9 },
        { from: 0, to: 4 },
      ]),
    ).toBe(false);
    expect(
      overlapping([
        { from: 3.9, to: 9 },
        { from: 0, to: 4 },
      ]),
    ).toBe(true);
    expect(overlapping([{ from: 2, to: 2 }])).toBe(true);
  });
});
