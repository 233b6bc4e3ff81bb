import { against, sameNode } from '@/entities/chart/profile-nodes';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { curves, mainSeries } from './process-model';
import { dayBefore, nodeLines, thresholdOf, worstNodes } from './profile-rows';
import { aroundLast, atMost, formatRange, initialRange, parseRange, reachOf, resolveRange } from './range';
import { allPoints, countLevels, findBranch, visibleLines, worstFirst } from './tree';
import type { PointState, ReadingRow, SeriesAnswer, SeriesData, TreeBranch } from './types';

const day = 86_400_000;

function point(id: number, name: string, level: number, more: Partial<PointState> = {}): PointState {
  return {
    id,
    projectId: 1,
    name,
    structureId: 1,
    itemId: 2,
    measurement: 'Waterlevel',
    category: 'WATERLEVEL',
    kind: 'normal',
    level,
    judgement: { code: 'judged', reason: '', since: 0, fields: [] },
    judgedBy: undefined,
    held: undefined,
    time: 0,
    interval: 900,
    field: null,
    main: 'accumulated',
    noInitial: false,
    observed: null,
    accumulated: null,
    rate: null,
    share: null,
    node: null,
    flags: [],
    health: 'normal',
    pages: ['hda-chart'],
    ...more,
  };
}

const tree: TreeBranch[] = [
  {
    kind: 'structure',
    id: 1,
    structureId: 1,
    name: '北塘围堰主体',
    level: 3,
    points: [],
    branches: [
      {
        kind: 'item',
        id: 2,
        structureId: 1,
        name: '坑外地下水',
        level: 3,
        branches: [],
        points: [point(11, 'SW-01', 0), point(12, 'SW-09', 3)],
      },
      {
        kind: 'item',
        id: 3,
        structureId: 1,
        name: '深层水平位移',
        level: 2,
        branches: [],
        points: [point(13, 'CX-01', 2, { measurement: 'DeepDisplacement' })],
      },
    ],
  },
];
const name = (code: string) => ({ Waterlevel: '水位', DeepDisplacement: '深层水平位移' })[code] ?? code;
const none = { text: '', levels: new Set<number>() };

describe('point tree', () => {
  it('lists expanded branches', () => {
    expect(visibleLines(tree, new Set(), none, name).map((l) => l.name)).toEqual([
      '北塘围堰主体',
      '坑外地下水',
      'SW-01',
      'SW-09',
      '深层水平位移',
      'CX-01',
    ]);
    const shut = visibleLines(tree, new Set(['item:2']), none, name);
    expect(shut.map((l) => l.name)).toEqual(['北塘围堰主体', '坑外地下水', '深层水平位移', 'CX-01']);
    expect(shut[1]).toMatchObject({ count: 2, open: false, position: 1, siblings: 2 });
  });

  it('finds points by name and measurement in collapsed branches', () => {
    const shut = new Set(['structure:1', 'item:2', 'item:3']);
    expect(visibleLines(tree, shut, { ...none, text: 'sw-09' }, name).map((l) => l.name)).toEqual([
      '北塘围堰主体',
      '坑外地下水',
      'SW-09',
    ]);
    expect(visibleLines(tree, shut, { ...none, text: '深层' }, name).at(-1)?.name).toBe('CX-01');
    expect(visibleLines(tree, shut, { ...none, text: 'nothing' }, name)).toEqual([]);
  });

  it('filters and counts by level', () => {
    const lines = visibleLines(tree, new Set(), { text: '', levels: new Set([3]) }, name);
    expect(lines.filter((l) => l.kind === 'point').map((l) => l.name)).toEqual(['SW-09']);
    expect(lines[0]?.count).toBe(1);
    expect(countLevels(allPoints(tree))).toEqual([1, 0, 1, 1, 0]);
    expect(findBranch(tree, 'item:3')?.name).toBe('深层水平位移');
    expect(findBranch(tree, 'item:9')).toBeNull();
  });

  it('sorts the worst first', () => {
    const list = [
      point(1, 'B10', 0),
      point(2, 'B9', 0),
      point(3, 'C', 2, { share: 0.7 }),
      point(4, 'D', 2, { share: 0.9 }),
    ];
    expect(worstFirst(list).map((p) => p.name)).toEqual(['D', 'C', 'B9', 'B10']);
  });
});

describe('range', () => {
  it.each([
    ['each second', 1, 6],
    ['each minute', 60, 1000 / 60],
    ['each day', 86_400, 720],
    ['of an unknown interval', 0, 720],
  ])('searches only as far back as needed for readings %s', (_, interval, hours) => {
    expect(reachOf(interval)).toBeCloseTo(hours * 3_600_000);
  });
  it('is stored in the URL, with a default for invalid values', () => {
    expect(parseRange('7d', { quick: '30d' })).toEqual({ quick: '7d' });
    expect(parseRange(null, { quick: '30d' })).toEqual({ quick: '30d' });
    expect(parseRange('100-200', { quick: '30d' })).toEqual({ from: 100, to: 200 });
    for (const wrong of ['200-100', 'x', '1-2-3', '-5', ''])
      expect(parseRange(wrong, { quick: '1d' })).toEqual({ quick: '1d' });
    expect(formatRange(parseRange('100-200', { quick: '1d' }))).toBe('100-200');
  });

  it('is shortened to the longest range of a view', () => {
    expect(atMost({ quick: '2y' }, 366)).toEqual({ quick: '1y' });
    expect(atMost({ quick: '90d' }, 30)).toEqual({ quick: '30d' });
    expect(atMost({ quick: '2y' }, 0)).toEqual({ quick: '2y' });
    expect(atMost({ from: 0, to: 500 * day }, 366)).toEqual({ from: 134 * day, to: 500 * day });
    expect(atMost({ from: 0, to: day }, 366)).toEqual({ from: 0, to: day });
  });

  it('ends now or at the last reading', () => {
    expect(resolveRange({ quick: '1d' }, 10 * day)).toEqual({ start: 9 * day, end: 10 * day });
    expect(aroundLast({ quick: '1d' }, 4 * day, 10 * day)).toEqual({ from: 3 * day, to: 4 * day + 1 });
  });
});

describe('initial range of a point', () => {
  const now = 4000 * day;
  const minute = 60_000;
  const range = (interval: number, first: number, last = now - interval) =>
    initialRange({ first, last, interval }, now);

  it('covers 500 to 2,000 readings if there are enough', () => {
    for (const interval of [5 * minute, 10 * minute, 15 * minute, 30 * minute, 60 * minute, 240 * minute, day]) {
      const { start, end } = resolveRange(range(interval, 1), now);
      expect((end - start) / interval).toBeGreaterThanOrEqual(500);
      expect((end - start) / interval).toBeLessThanOrEqual(2000);
    }
    expect(range(1000, 1)).toEqual({ quick: '1h' });
  });

  it('is no longer than the data', () => {
    expect(range(60 * minute, now - 2 * day)).toEqual({ quick: '3d' });
    expect(range(60 * day, now - 700 * day, now - 20 * day)).toEqual({ quick: '2y' });
  });

  it('ends at the last reading if the data are old', () => {
    const last = now - 400 * day;
    expect(range(60 * minute, last - 90 * day, last)).toEqual({ from: last - 30 * day, to: last + 1 });
    expect(range(60 * minute, 0, 0)).toEqual({ quick: '30d' });
  });

  it('covers all data if the interval is unknown', () => {
    expect(range(0, now - 5 * day, now)).toEqual({ quick: '7d' });
  });
});

describe('profile table', () => {
  const reading = (t: number, x: number[]): ReadingRow => ({
    t,
    flags: [],
    values: {},
    nodes: x.map((v, no) => ({ no, depth: no, values: { x: v, temp: 10 + no } })),
  });
  const limit: Threshold = {
    field: 'x',
    valueType: 'accumulated',
    blue: 2,
    yellow: 3,
    orange: 4,
    red: 5.5,
    enable: true,
  };

  it('grades every node and compares with the day before', () => {
    const lines = nodeLines(reading(day, [5.75, 4.76, 0.03]), reading(0, [5.23, 4.4, 0.04]), 'x', [limit], {
      end: 'stored',
      base: null,
    });
    expect(lines.map((l) => l.level)).toEqual([4, 3, 0]);
    expect(lines[0]?.segment).toBeCloseTo(0.99);
    expect(lines[0]?.day).toBeCloseTo(0.52);
    expect(lines[0]?.share).toBeCloseTo(1.045, 3);
    expect(lines[2]).toMatchObject({ segment: 0, temp: 12 });
  });

  it('shows values relative to a base time but judges the stored ones', () => {
    const base = reading(0, [5.0, 4.0, 0.0]);
    const lines = nodeLines(reading(day, [5.75, 4.76, 0.03]), null, 'x', [limit], { end: 'stored', base });
    expect(lines.map((line) => Number(line.value?.toFixed(2)))).toEqual([0.75, 0.76, 0.03]);
    expect(lines.map((line) => line.level)).toEqual(
      nodeLines(reading(day, [5.75, 4.76, 0.03]), null, 'x', [limit], { end: 'top', base: null }).map((l) => l.level),
    );
    expect(lines[0]?.level).toBeGreaterThan(0);
  });

  it('uses a threshold only on its own nodes', () => {
    const ranged = { ...limit, nodeRange: [1, 2] as const };
    expect(thresholdOf([ranged], 'x', 'accumulated', 0)).toBeNull();
    expect(thresholdOf([ranged], 'x', 'accumulated', 1)).toBe(ranged);
    expect(thresholdOf([ranged], 'y', 'accumulated', 1)).toBeNull();
  });

  it('finds the reading of the day before within the tolerance', () => {
    expect(dayBefore([0, day - 1000, day], 2 * day, 2000)).toBe(day);
    expect(dayBefore([0], day, 0)).toBe(0);
    expect(dayBefore([day], day, 0)).toBeNull();
  });

  it('picks the worst nodes, ordered by depth', () => {
    expect(worstNodes(reading(0, [1, -9, 3, 8]), 'x', 2)).toEqual([1, 3]);
    // Without an initial value nothing can be ranked.
    expect(worstNodes(reading(0, [1, -9, 3]), 'y', 2)).toEqual([0, 1]);
  });
});

describe('main series', () => {
  const curve = (field: string, node: number, last: number) =>
    ({ field, node, samples: [[0, last]] }) as unknown as SeriesData;
  const x = { name: 'x', label: 'X', unit: 'mm', decimals: 2, valueTypes: [] };

  it('is that of the node in the header, not the first one', () => {
    const series = [curve('x', 0, 1), curve('x', 3, 5), curve('x', 7, 2)];
    expect(mainSeries(series, { field: x, node: { no: 7, depth: null } })?.node).toBe(7);
  });

  it('is the one farthest from zero if none matches the header', () => {
    const series = [curve('y', 1, 1), curve('y', 3, -5), curve('res', 7, 9)];
    expect(mainSeries(series, { field: x, node: { no: 7, depth: null } })?.node).toBe(3);
  });

  it('is the field in the header for points without nodes', () => {
    expect(mainSeries([curve('y', 0, 9), curve('x', 0, 1)], { field: x, node: null })?.field).toBe('x');
    expect(mainSeries([], { field: x, node: null })).toBeUndefined();
  });
});

describe('curves', () => {
  const field = (name: string) => ({ name, label: name, unit: '', decimals: 1, valueTypes: [] });
  const series = (name: string, node: number, depth: number | null, old: boolean, values: number[]): SeriesData => ({
    ...{ field: name, node, depth, old, gaps: [], abnormal: [], flags: new Map() },
    samples: values.map((value, i) => [i, value] as const),
    statistics: { count: 0, abnormal: 0, completeness: null, min: null, max: null, mean: null },
  });
  const answer = (list: SeriesData[]): SeriesAnswer => ({
    ...{ start: 0, end: 9, first: null, marks: [], thresholds: [], ranges: [], reduced: true },
    fields: [...new Set(list.map((one) => one.field))].map(field),
    series: list,
  });
  const words = ((key: string, { no }: { no: number }) => `${key} ${no}`) as never;
  const drawn = (list: SeriesData[], valueType = 'accumulated', detail: SeriesAnswer | null = null) =>
    curves(answer(list), detail, valueType, words, new Set());

  it('has one curve for each depth of a node', () => {
    const list = drawn([
      series('x', 2, 3.5, false, [1]),
      series('x', 2, 2.5, true, [2]),
      series('x', 0, null, false, [3]),
    ]);
    expect(list.map(({ key, name }) => [key, name])).toEqual([
      ['x:2', '3.5 m'],
      ['x:2@2.5', 'nodeOld 2 2.5 m'],
      ['x:0', 'x'],
    ]);
    const named = drawn([series('x', 2, 2.5, true, [2]), series('y', 3, null, false, [3])]);
    expect(named.map(({ name }) => name)).toEqual(['x nodeOld 2 2.5 m', 'y node 3']);
  });

  it('takes the detail of a zoomed part from the curve of the same depth', () => {
    const whole = [series('x', 2, 3.5, false, [0, 0, 0, 0]), series('x', 2, 2.5, true, [0, 0, 0, 0])];
    const part = { ...answer([series('x', 2, 2.5, false, [7, 7, 7, 7])]), start: 0, end: 3 };
    const [now, old] = drawn(whole, 'accumulated', part);
    expect(now?.samples.map(([, value]) => value)).toEqual([0, 0, 0, 0]);
    expect(old?.samples.map(([, value]) => value)).toEqual([7, 7, 7, 7]);
  });

  it('draws azimuths as directions, but not their changes', () => {
    const azimuth = [series('azi', 2, 3.5, false, [350, 10])];
    expect(drawn(azimuth)[0]).toMatchObject({ bearing: true, wind: false });
    expect(drawn(azimuth, 'rate')[0]?.bearing).toBe(false);
    expect(drawn([series('windDir', 0, null, false, [1])], 'observed')[0]).toMatchObject({ bearing: true, wind: true });
    expect(drawn([series('x', 0, null, false, [1])])[0]?.bearing).toBe(false);
  });
});

test('nodes are one if number and depth are', () => {
  const at = (depth: number | null, no = 2) => ({ no, depth });
  expect(sameNode(at(1.5), at(1.5000001))).toBe(true);
  expect(sameNode(at(null), at(null))).toBe(true);
  expect([at(2.5), at(1.5, 3), at(null)].map((one) => sameNode(at(1.5), one))).toEqual([false, false, false]);
  const shape = (toe: number) => [
    { no: 2, depth: 1.5, value: 5 },
    { no: 3, depth: toe, value: 5 },
  ];
  expect(against(shape(2.5), shape(3.5)).map(({ value }) => value)).toEqual([0, null]);
});
