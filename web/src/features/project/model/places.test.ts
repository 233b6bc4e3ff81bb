import type { OverviewPoint, PointSummary, Structure } from '@/api/types';
import { mapSites, planPoints } from './places';

const now = 1_760_000_000_000;
const value = (id: number, level: number, age = 0) =>
  ({ measuringPointId: id, structureId: 1, level, time: now - age, interval: 60_000 }) as OverviewPoint;
const place = (id: number, change: Partial<PointSummary>) =>
  ({ id, name: `P${id}`, structureId: 1, level: 0, ...change }) as PointSummary;
const structure = { id: 1, name: 'S', longitude: 116, latitude: 39 } as Structure;

test('a plan holds the placed points of its structure or item, the worst on top', () => {
  const places = [
    place(1, { planX: 0.1, planY: 0.2 }),
    place(2, { planX: 0.3, planY: 0.4 }),
    place(3, {}),
    place(4, { planX: 0.5, planY: 0.5, structureId: 2 }),
  ];
  const values = [value(1, 3), value(2, 0, 600_000), value(3, 0), value(4, 0)];
  expect(planPoints(1, places, values, now).map((p) => [p.point.measuringPointId, p.x, p.stale])).toEqual([
    [2, 0.3, true],
    [1, 0.1, false],
  ]);
  expect(planPoints(9, [place(1, { planX: 0, planY: 0, itemId: 9 })], values, now)).toHaveLength(1);
});

test('the map shows points where they have coordinates, else structures with their worst level', () => {
  const located = place(1, { longitude: 116.1, latitude: 39.1 });
  expect(mapSites([structure], [located, place(2, {})], [value(1, 2)], now)).toMatchObject([
    { id: 1, longitude: 116.1, level: 2, stale: false },
  ]);
  expect(mapSites([structure], [place(2, {})], [value(2, 4, 999_999)], now)).toMatchObject([
    { id: 1, name: 'S', level: 4, stale: true },
  ]);
});
