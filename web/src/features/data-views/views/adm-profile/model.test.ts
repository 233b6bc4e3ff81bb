import type { FieldInfo, ReadingRow } from '../../model/types';
import { profileLook, profilePlots, profileTimes } from './model';

const hour = 3_600_000;
const times = Array.from({ length: 50 }, (_, i) => i * hour);
const untouched = { times: [], at: null, base: null, mode: null, direction: null, end: null };
const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const both = [field('x'), field('y')];

describe('profile times', () => {
  it('are six from the range, newest last', () => {
    const { curves, current, before } = profileTimes(times, untouched, 3600);
    expect(curves).toHaveLength(6);
    expect([curves[0], curves.at(-1), current]).toEqual([0, 49 * hour, 49 * hour]);
    expect(before).toBe(25 * hour);
  });

  it('are the selected ones up to the current time', () => {
    const picked = profileTimes(times, { ...untouched, times: [5 * hour, hour, 7], at: 3 * hour }, 3600);
    expect(picked.chosen).toEqual([hour, 5 * hour]);
    expect(picked.curves).toEqual([hour, 3 * hour]);
  });

  it('use the next reading as the base', () => {
    expect(profileTimes(times, { ...untouched, base: 90 * 60_000 }, 3600).base).toBe(2 * hour);
  });
});

describe('profile view', () => {
  it('is by segment unless the settings name a second axis', () => {
    expect(profileLook(both, {}, untouched).mode).toBe('segment');
    expect(profileLook(both, { profileChart1RMetric: 'y' }, untouched).mode).toBe('ab');
    expect(profileLook(both, {}, { ...untouched, mode: 'ab-segment' }).mode).toBe('ab-segment');
    expect(profileLook([field('x')], {}, { ...untouched, mode: 'ab' }).mode).toBe('segment');
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
