import { describe, expect, test } from 'vitest';
import type { components } from '@/api/schema.gen';
import {
  alongSections,
  planeOf,
  positionOf,
  positionsOf,
  type SectionAnswer,
  sectionAnswer,
  sectionTable,
} from './section';
import { csvText } from './table';

type Schemas = components['schemas'];

const prism = (id: number, northing: number | null, easting: number, elevation: number) => ({
  ...{ measuringPointId: id, name: `P${id}`, time: 1, northing, easting, elevation },
});

describe('planeOf', () => {
  test('keeps distances across a section that lies askew, with east at the right', () => {
    // A section of 6 m across a tunnel that runs 30° east of north: right is 120°.
    const [n, e] = [Math.cos((120 * Math.PI) / 180), Math.sin((120 * Math.PI) / 180)];
    const places = planeOf([
      prism(1, 100 - 3 * n, 200 - 3 * e, 10),
      prism(2, 100 + 3 * n, 200 + 3 * e, 10),
      prism(3, 100, 200, 13),
      prism(4, null, 0, 0),
    ]);
    expect(places.map((one) => one.id)).toEqual([1, 2, 3]);
    expect(places[0]?.x).toBeCloseTo(-3, 9);
    expect(places[1]?.x).toBeCloseTo(3, 9);
    expect(places[2]?.x).toBeCloseTo(0, 9);
    expect(places[2]?.y).toBe(13);
  });

  test('has the north at the right of a section that runs north', () => {
    const [south, north] = planeOf([prism(1, 10, 5, 1), prism(2, 14, 5, 1)]);
    expect((north?.x ?? 0) - (south?.x ?? 0)).toBeCloseTo(4, 9);
  });
});

const chart = (id: number, values: (number | null)[], valueType = 'accumulated'): Schemas['Chart'] =>
  ({
    measuringPointId: id,
    valueType,
    start: 0,
    end: 100,
    first: 0,
    timeZone: 'UTC',
    completeness: 1,
    series: [
      {
        ...{ field: 'chord', node: 0, depth: null, valueType, label: { zh: '弦长', en: 'Chord', 'zh-TW': '弦長' } },
        ...{ unit: 'm', decimals: 4, reduced: false, times: values.map((_, i) => 10 * i), values },
        statistics: {
          count: values.length,
          abnormal: 0,
          mean: -0.002,
          max: { time: 0, value: 0 },
          min: null,
          last: null,
        },
      },
    ],
    gaps: [],
    abnormal: [],
    marks: [],
    thresholds: [],
    ranges: [],
  }) as unknown as Schemas['Chart'];

const member = (
  id: number,
  section: string,
  chainage: number | null,
  at: (number | null)[],
  one?: Schemas['Chart'],
) => ({
  ...{ measuringPointId: id, section, chainage, interval: 1000, prisms: [id] },
  at: at.map((value, i) => ({ time: value === null ? 0 : i + 1, value })),
  ...(one ? { chart: one } : {}),
});

const points = [
  { id: 1, name: 'DM1-A' },
  { id: 2, name: 'DM1-B' },
  { id: 3, name: 'DM2-A' },
] as never[];

const answerOf = (members: Schemas['SectionMember'][], times: number[] = []): SectionAnswer =>
  sectionAnswer({ section: 'K0+140', members, prisms: [] }, points, (label) => label.en, times);

test('the change of a chord is in mm, its length in m', () => {
  const changed = answerOf([member(1, 'K0+140', 140, [], chart(1, [0, -0.0045877])) as never]);
  expect(changed.charted[0]?.answer.fields[0]).toMatchObject({ unit: 'mm', decimals: 2 });
  expect(changed.charted[0]?.answer.series[0]?.samples.at(-1)?.[1]).toBeCloseTo(-4.5877, 9);
  expect(changed.charted[0]?.answer.series[0]?.statistics.mean).toBeCloseTo(-2, 9);
  const length = answerOf([member(1, 'K0+140', 140, [], chart(1, [5.4864], 'observed')) as never]);
  expect(length.charted[0]?.answer.fields[0]).toMatchObject({ unit: 'm', decimals: 4 });
});

test('the profile takes one position of each section, at its chainage', () => {
  const answer = answerOf(
    [
      member(1, 'K0+140', 140, [-1, -2], chart(1, [-2])) as never,
      member(2, 'K0+140', 140, [9, 9], chart(2, [9])) as never,
      member(3, 'K0+160', 160, [null, -3]) as never,
    ],
    [1, 2],
  );
  expect(answer.sections).toEqual([
    { name: 'K0+140', count: 2 },
    { name: 'K0+160', count: 1 },
  ]);
  expect(positionOf('DM1-A')).toBe('A');
  expect(positionsOf(answer.members)).toEqual(['A']);
  const along = alongSections(answer, [1, 2], 'A', 'accumulated', null);
  expect(along.metric).toBe(true);
  expect(along.places).toEqual([140, 160]);
  expect(along.curves.map((one) => one.values)).toEqual([
    [-1, null],
    [-2, -3],
  ]);
  const later = alongSections(answer, [2, 9], 'A', 'accumulated', null);
  expect(later.curves).toEqual([{ t: 2, values: [-2, -3] }]);
  const unknown = alongSections(answerOf([member(1, 'S', null, [1]) as never], [1]), [1], null, 'accumulated', null);
  expect([unknown.metric, unknown.places]).toEqual([false, [1]]);
});

test('a file has a row for each time, and a column for each member', () => {
  const answer = answerOf([
    member(1, 'K0+140', 140, [], chart(1, [1, 2], 'observed')) as never,
    member(2, 'K0+140', 140, [], chart(2, [3], 'observed')) as never,
  ]);
  expect(
    csvText(sectionTable([answer], { time: 'Time', type: 'Rate', valueType: 'rate' }, String)).split('\r\n'),
  ).toEqual(['\uFEFFTime,DM1-A Chord Rate m/d,DM1-B Chord Rate m/d', '0,1,3', '10,2,', '']);
});
