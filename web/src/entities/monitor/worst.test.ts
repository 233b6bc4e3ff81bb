import type { LatestValue, OverviewPoint } from '@/api/types';
import { byWorst, isStale, withLatest } from './worst';

const now = 1_760_000_000_000;
const hour = 3_600_000;

function point(change: Partial<OverviewPoint>): OverviewPoint {
  return {
    measuringPointId: 1,
    projectId: 1,
    name: 'P1',
    structureId: 1,
    itemId: 0,
    measurement: 'Waterlevel',
    category: 'WATERLEVEL',
    pages: ['hda-chart', 'hda-data'],
    time: now - hour,
    level: 0,
    flags: [],
    field: 'level',
    node: 0,
    valueType: 'accumulated',
    unit: 'm',
    decimals: 3,
    value: 0.1,
    observed: 1,
    accumulated: 0.1,
    rate: 0,
    share: 0.1,
    interval: hour,
    judgement: { code: 'judged', reason: '', since: 0, fields: [] },
    ...change,
  };
}

test('sorts the worst first by level, then share, then magnitude', () => {
  const points = [
    point({ measuringPointId: 1, level: 1, share: 0.9 }),
    point({ measuringPointId: 2, level: 3, share: 0.2 }),
    point({ measuringPointId: 3, level: 3, share: 0.8 }),
    point({ measuringPointId: 4, level: 0, share: null, value: -9 }),
    point({ measuringPointId: 5, level: 0, share: null, value: 2 }),
  ];
  expect([...points].sort(byWorst).map((p) => p.measuringPointId)).toEqual([3, 2, 1, 4, 5]);
});

test('a value is stale after three intervals, but never if the interval is unknown', () => {
  expect(isStale(point({ time: now - 3 * hour }), now)).toBe(false);
  expect(isStale(point({ time: now - 3 * hour - 1 }), now)).toBe(true);
  expect(isStale(point({ time: now - 99 * hour, interval: 0 }), now)).toBe(false);
});

test('a point without data or with a fast clock is stale', () => {
  expect(isStale(point({ time: 0 }), now)).toBe(true);
  expect(isStale(point({ time: now + hour }), now)).toBe(true);
  expect(isStale(point({ time: now + 60_000 }), now)).toBe(false);
});

test('newer values replace older ones and update the counts', () => {
  const overview = {
    level: 0,
    points: 2,
    judged: 2,
    notJudged: 0,
    noData: 0,
    stale: 0,
    levels: [2, 0, 0, 0, 0],
    list: [point({}), point({ measuringPointId: 2 })],
  };
  const { name: _name, structureId: _structure, itemId: _item, measurement: _m, category: _c, ...rest } = point({});
  const newer: LatestValue = { ...rest, measuringPointId: 2, level: 4, value: 5 };
  const next = withLatest(overview, [newer]);
  expect(next.list[1]).toMatchObject({ name: 'P1', level: 4, value: 5 });
  expect(next.list[0]).toEqual(overview.list[0]);
  expect(next.levels).toEqual([1, 0, 0, 0, 1]);
  expect(withLatest(overview, [{ ...newer, measuringPointId: 7 }])).toBe(overview);
});
