import type { Sample } from '@/entities/chart/gaps';
import { pairStatistics } from '../../model/pair';
import type { FieldInfo, NodeRow, ReadingRow, SeriesAnswer } from '../../model/types';
import { comparedField, comparedFields, hasDevice, nodeShown, pairsOf, partsOf, resultsOf } from './model';

const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const x = { field: field('x'), raw: 'dx' as const };
const row = (no: number, values: NodeRow['values'], depth: number | null = no): NodeRow => ({ no, depth, values });
const reading = (nodes: NodeRow[]): ReadingRow => ({ t: 1, flags: [], values: {}, nodes });

test('A and B are compared with what the device sends', () => {
  const all = comparedFields(['x', 'y', 'res'].map(field));
  expect(all.map((one) => one.raw)).toEqual(['dx', 'dy']);
  expect(comparedField(all, { direction: 'y' })?.raw).toBe('dy');
  expect(comparedField(all, { direction: 'res' })?.raw).toBe('dx');
  expect(comparedField([], { direction: null })).toBeNull();
});

test('the node is the chosen one, or the one that moved most below the collar', () => {
  const latest = reading([row(0, { x: 9 }), row(1, { x: -4 }), row(2, { x: 3 })]);
  expect(nodeShown({ nodes: [] }, latest, 'x')).toBe(1);
  expect(nodeShown({ nodes: [2] }, latest, 'x')).toBe(2);
  expect(nodeShown({ nodes: [] }, null, 'x')).toBeNull();
});

test('the initial value of the platform is subtracted from both', () => {
  const platform: Sample[] = [
    [1, 0],
    [2, 1],
    [4, null],
    [5, 7],
  ];
  const observed: Sample[] = [
    [1, 100],
    [2, 101],
    [4, null],
    [5, 117],
  ];
  const raw: Sample[] = [
    [1, 100.1],
    [2, 101.2],
    [3, 102],
    [4, 103],
    [5, 117.5],
  ];
  const { device, difference } = resultsOf(platform, observed, raw, undefined);
  const rounded = (list: readonly Sample[]) => list.map(([, value]) => value && Number(value.toFixed(6)));
  // The initial value is 110 from the last reading on.
  expect(rounded(device)).toEqual([0.1, 1.2, 2, 3, 7.5]);
  expect(rounded(difference)).toEqual([0.1, 0.2, null, null, 0.5]);
  expect(rounded(resultsOf(platform, [], raw, 101).device)).toEqual([-0.9, 0.2, 1, 2, 16.5]);
  expect(resultsOf(platform, [], raw, undefined).device.every(([, value]) => value === null)).toBe(true);
});

test('all nodes are compared at a time, those that no device sends without it', () => {
  const trio = {
    changes: reading([row(1, { x: 2 }), row(0, { x: 5 })]),
    observed: reading([row(0, { x: 50 }), row(1, { x: 20 })]),
    raw: reading([row(1, { dx: 20.3 }, null)]),
  };
  expect(pairsOf(trio, null, x).map(({ first, second }) => [first?.toFixed(2), second])).toEqual([
    [undefined, 5],
    ['2.30', 2],
  ]);
  const base = { changes: reading([row(1, { x: 0.5 })]), observed: null, raw: reading([row(1, { dx: 19 }, null)]) };
  const [, node] = pairsOf(trio, base, x);
  expect([node?.first?.toFixed(2), node?.second]).toEqual(['1.30', 1.5]);
});

test('without results of the device only the platform is drawn', () => {
  const answer = { series: [{ gaps: [], abnormal: [], flags: new Map() }], ranges: [] } as unknown as SeriesAnswer;
  const t = ((key: string) => key) as never;
  const platform: Sample[] = [[1, 5]];
  const of = (device: Sample[]) =>
    partsOf({ device, platform, difference: device }, answer, x, '1.0 m', 2, t).plots.map((plot) => plot.series.length);
  expect(of([])).toEqual([1]);
  expect(of([[1, 4]])).toEqual([2, 1]);
  expect(hasDevice({ series: [{ samples: [[1, null]] }] as unknown as SeriesAnswer['series'] })).toBe(false);
});

test('the statistics keep the sign of the largest difference', () => {
  const nodes = [
    { depth: 1, first: 1, second: 4 },
    { depth: 2, first: 2, second: 1 },
    { depth: 3, first: null, second: 1 },
  ];
  expect(pairStatistics(nodes)).toEqual({ count: 2, worst: { difference: -3, depth: 1 }, mean: -1, rms: Math.sqrt(5) });
  expect(pairStatistics([])).toBeNull();
});
