import type { Threshold } from '@/shared/charts/threshold-lines';
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

describe('verdict', () => {
  it('names the limit that is met and the way to the next', () => {
    expect(verdictText(water, -1.297, 3, 3, 'm')).toEqual({
      comparison: '|−1.297| ≥ 1.000',
      next: { level: 4, limit: '1.500', distance: '0.203\u00a0m' },
    });
  });

  it('says how a normal value stands', () => {
    expect(verdictText(water, 0.2, 0, 3, 'm')).toEqual({ comparison: '|0.200| < 0.500', next: null });
  });

  it('never rounds across the limit', () => {
    expect(verdictText({ ...water, direction: 'positive' }, 0.99996, 2, 3, 'm').next?.level).toBe(3);
    expect(verdictText({ ...water, direction: 'positive' }, 0.79996, 1, 3, 'm').comparison).toBe('0.800 ≥ 0.500');
  });

  it('knows lower limits', () => {
    const anchor: Threshold = {
      ...water,
      blue: null,
      yellow: null,
      orange: null,
      red: null,
      lower: { blue: 460, yellow: 440, orange: 420, red: 400 },
    };
    expect(verdictText(anchor, 430, 2, 1, 'kN').comparison).toBe('430.0 ≤ 440.0');
  });
});
