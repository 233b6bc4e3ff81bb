import { describe, expect, it } from 'vitest';
import { askedSpan, knownAt } from './known';
import { rangeSearch } from './registry';
import { readState, writeState } from './view-state';

const day = 86_400_000;

describe('data as known earlier', () => {
  it('ends a quick range when the data were known', () => {
    expect(askedSpan({ quick: '1d' }, 10 * day)).toEqual({ start: 9 * day, end: 10 * day, knownAt: 10 * day });
  });

  it('keeps chosen times, and asks for now without a time', () => {
    expect(askedSpan({ from: 5, to: 6 }, 10 * day)).toEqual({ start: 5, end: 6, knownAt: 10 * day });
    expect(askedSpan({ from: 5, to: 6 }, null)).toEqual({ start: 5, end: 6, knownAt: 0 });
    expect(knownAt(null)).toEqual({ knownAt: 0 });
  });

  it('is in the address, and stays when another view is opened', () => {
    const search = writeState(new URLSearchParams('range=7d&type=rate'), { known: 12345 });
    expect(readState(search, { quick: '30d' }).known).toBe(12345);
    expect(rangeSearch(search)).toBe('?range=7d&known=12345');
    expect(writeState(search, { known: null }).has('known')).toBe(false);
  });
});
