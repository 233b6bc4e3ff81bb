import { profileLook, profilePlots, profileReads, profileType, typedFields } from './profile';
import type { FieldInfo, ReadingRow } from './types';

const untouched = { times: [], at: null, base: null, mode: null, direction: null, end: null };
const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const both = [field('x'), field('y')];

describe('profile view', () => {
  it('is by segment unless the settings name a second axis', () => {
    expect(profileLook(both, {}, untouched).mode).toBe('segment');
    expect(profileLook(both, { profileChart1RMetric: 'y' }, untouched).mode).toBe('ab');
    expect(profileLook(both, {}, { ...untouched, mode: 'ab-segment' }).mode).toBe('ab-segment');
    expect(profileLook([field('x')], {}, { ...untouched, mode: 'ab' }).mode).toBe('segment');
  });

  it('shows accumulated changes unless another value type is chosen', () => {
    expect(profileType({ type: null })).toBe('accumulated');
    expect(profileType({ type: 'rate' })).toBe('rate');
    expect(profileType({ type: 'raw' })).toBe('accumulated');
    expect(profileReads('accumulated')).toEqual(['accumulated', 'observed']);
    expect(profileReads('change')).toEqual(['change']);
    expect(typedFields([field('x')], 'rate')).toMatchObject([{ unit: 'mm/d', decimals: 3 }]);
    expect(typedFields([field('x')], 'change')).toMatchObject([{ unit: 'mm', decimals: 2 }]);
  });

  it('has limits only for stored values', () => {
    const reading: ReadingRow = {
      t: 0,
      flags: [],
      values: {},
      nodes: [0, 1, 2].map((no) => ({ no, depth: no, values: { x: no * 2 } })),
    };
    const threshold = { field: 'x', valueType: 'accumulated', enable: true } as never;
    const plots = (end: 'stored' | 'top') =>
      profilePlots(
        {
          look: profileLook([field('x')], {}, { ...untouched, end }),
          times: [0],
          readings: new Map([[0, reading]]),
          fields: [field('x')],
          configs: {},
          reference: { end, base: null },
          thresholds: [threshold],
        },
        ((key: string) => key) as never,
      );
    expect(plots('stored').map((one) => one.thresholds.length)).toEqual([1, 0]);
    expect(plots('top').map((one) => one.thresholds.length)).toEqual([0, 0]);
    expect(plots('stored')[0]?.curves[0]?.nodes.map((node) => node.value)).toEqual([0, 2, 4]);
  });
});
