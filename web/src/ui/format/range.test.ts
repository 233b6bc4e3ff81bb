import { describe, expect, it } from 'vitest';
import { rangesAt, rangeText } from './range';

describe('physical range', () => {
  it('shows its limits and unit', () => {
    expect(rangeText({ min: 0, max: 100, unit: 'm' })).toBe('0 … 100\u00a0m');
    expect(rangeText({ min: -0.0005, max: null, unit: 'Hz' })).toBe('≥ −0.0005\u00a0Hz');
    expect(rangeText({ min: null, max: 60, unit: '' })).toBe('≤ 60');
    expect(rangeText({ min: null, max: null, unit: 'm' })).toBe('');
  });

  it('is the one in force at the time', () => {
    const level = { field: 'level', unit: 'm' };
    const ranges = [
      { ...level, from: 0, until: 999, min: 0, max: 100 },
      { ...level, from: 1000, until: 2000, min: 0, max: 250 },
      { field: 'temp', unit: '°C', from: 0, until: 2000, min: null, max: 60 },
    ];
    expect(rangesAt(ranges, 999)).toBe('level 0 … 100\u00a0m, temp ≤ 60\u00a0°C');
    expect(rangesAt(ranges, 1000)).toBe('level 0 … 250\u00a0m, temp ≤ 60\u00a0°C');
    expect(rangesAt(ranges, 3000)).toBe('');
  });
});
