import type { Threshold } from '@/entities/chart/threshold-lines';
import { verdictText } from './verdict-text';

const water: Threshold = {
  field: 'level',
  valueType: 'accumulated',
  blue: 0.5,
  yellow: 0.8,
  orange: 1,
  red: 1.5,
  enable: true,
};
const anchor: Threshold = {
  ...water,
  blue: null,
  yellow: null,
  orange: null,
  red: null,
  lower: { blue: 460, yellow: 440, orange: 420, red: 400 },
};
const upper = (threshold: Threshold, value: number, level: number, limit: number) =>
  ({ threshold, value, level, limit, side: 'upper' }) as const;
const lower = (value: number, level: number, limit: number) =>
  ({ threshold: anchor, value, level, limit, side: 'lower' }) as const;
const nbsp = '\u00a0';

describe('verdict', () => {
  it('shows the limit that is reached and the distance to the next', () => {
    expect(verdictText(upper(water, -1.297, 3, 1), 3, 'm')).toEqual({
      comparison: `|−1.297| ≥ 1.000${nbsp}m`,
      next: { level: 4, limit: '1.500', distance: `0.203${nbsp}m` },
    });
  });

  it('compares a normal value with the first limit', () => {
    expect(verdictText(upper(water, 0.2, 0, 0.5), 3, 'm')).toEqual({
      comparison: `|0.200| < 0.500${nbsp}m`,
      next: null,
    });
  });

  it('never rounds across the limit', () => {
    const positive = { ...water, direction: 'positive' as const };
    expect(verdictText(upper(positive, 0.99996, 2, 0.8), 3, 'm')?.next?.level).toBe(3);
    expect(verdictText(upper(positive, 0.49996, 0, 0.5), 3, 'm')?.comparison).toBe(`0.49996 < 0.500${nbsp}m`);
  });

  it('shows the sign for a one-sided threshold', () => {
    const negative = { ...water, direction: 'negative' as const };
    expect(verdictText(upper(negative, -0.9, 2, 0.8), 1, 'mm')).toEqual({
      comparison: `−0.9 ≤ −0.8${nbsp}mm`,
      next: { level: 3, limit: '1.0', distance: `0.1${nbsp}mm` },
    });
  });

  it('includes the reference value', () => {
    const elevation = { ...water, valueType: 'observed' as const, reference: 36.52 };
    expect(verdictText(upper(elevation, 35.02, 4, 1.5), 3, 'm')?.comparison).toBe(`|35.020 − 36.520| ≥ 1.500${nbsp}m`);
  });

  it('handles lower limits and the next one below', () => {
    expect(verdictText(lower(430, 2, 440), 1, 'kN')).toEqual({
      comparison: `430.0 ≤ 440.0${nbsp}kN`,
      next: { level: 3, limit: '420.0', distance: `10.0${nbsp}kN` },
    });
    expect(verdictText(lower(500, 0, 460), 1, 'kN')?.comparison).toBe(`500.0 > 460.0${nbsp}kN`);
  });

  it('returns null for a value that was not judged', () => {
    expect(verdictText({ threshold: water, value: null, level: 0, limit: null, side: 'upper' }, 3, 'm')).toBeNull();
  });
});
