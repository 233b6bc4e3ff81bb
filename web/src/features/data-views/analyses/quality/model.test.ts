import type { CasingQuality } from '../../queries/casing';
import { correctionValues, qualityChart, qualityRows } from './model';

const words = {
  ...{ depth: 'depth', before: 'read', after: 'corrected', survey: 'survey', base: 'base', difference: 'difference' },
  ...{ estimate: 'estimate', checksum: 'sum', mean: 'mean', zone: 'zone', digit: 'digit' },
  axes: ['x', 'y'] as const,
  strip: (axis: string) => `strip ${axis}`,
};
const survey = (time: number, a180: number) => ({
  ...{ time, a: { mean: 16 }, b: { mean: null } },
  nodes: [
    { no: 0, depth: 0, readings: [null, null, null, null], checksumA: null, checksumB: null },
    { no: 1, depth: 0.5, readings: [1254, a180, null, null], checksumA: 1254 + a180, checksumB: null },
  ],
});
const none = { differenceB: null, offB: null, beforeY: null, afterY: null };
const quality = {
  ...{ survey: survey(2, -1238), base: survey(1, -1240), zone: 0.5, to: 0.5 },
  rows: [
    { no: 0, depth: 0, differenceA: null, offA: null, beforeX: 5, afterX: 1, ...none },
    { no: 1, depth: 0.5, differenceA: 9, offA: 8, beforeX: 0, afterX: 0, ...none },
  ],
} as unknown as CasingQuality;

test('what is estimated is dashed over what was read, with the checksums and the stable zone', () => {
  const { plots, strip, shaded } = qualityChart(quality, 'profile', words);
  expect(plots).toHaveLength(1); // B was not read
  expect(plots[0]?.curves.map(({ name, dashed, nodes }) => [name, dashed, nodes.map(({ value }) => value)])).toEqual([
    ['read', false, [5, 0]],
    ['corrected', true, [1, 0]],
  ]);
  expect(strip).toMatchObject({ name: 'strip A', limit: 20, nodes: [{ value: null }, { value: 0 }] });
  expect(shaded).toEqual({ from: 0.5, to: 0.5, name: 'zone' });
});

test('checksums are drawn by depth with their mean and limits', () => {
  const [plot] = qualityChart(quality, 'checksum', words).plots;
  expect(plot?.references?.map(({ value }) => value)).toEqual([-4, 16, 36]);
  expect(plot?.curves.map(({ name, nodes }) => [name, nodes.map(({ value }) => value)])).toEqual([
    ['base', [14]],
    ['survey', [16]],
  ]);
});

test('the differences are drawn at their stations, with what the errors make of them', () => {
  const [plot] = qualityChart(quality, 'difference', words).plots;
  expect(plot?.unit).toBe('digit');
  expect(plot?.curves.map(({ nodes }) => nodes.map(({ value }) => value))).toEqual([[9], [8]]);
});

test('a correction has the decimals that are shown, and the file has every node', () => {
  expect(correctionValues({ biasA: 9.12345, rotationB: 0.12345 })).toEqual({ biasA: 9.12, rotationB: 0.123 });
  expect(qualityRows(quality)[1]).toEqual([0.5, 1254, -1238, null, null, 16, null, 9, 8, null, null, 0, 0, null, null]);
});
