import type { StructureStat } from '@/api/stats';
import type { OverviewPoint, Structure } from '@/api/types';
import type { PlanSummary } from '@/entities/drawing/plan';
import { coveredBy, planMarkers, shownPlans, structureSites } from './places';

const now = 1_760_000_000_000;
const value = (id: number, level: number, age = 0) =>
  ({
    measuringPointId: id,
    name: `P${id}`,
    structureId: 1,
    level,
    time: now - age,
    interval: 60_000,
    value: 1.5,
    decimals: 1,
    unit: 'mm',
    valueType: 'accumulated',
  }) as OverviewPoint;
const structure = (id: number, parentId = 0) =>
  ({ id, name: `S${id}`, parentId, isItem: parentId > 0, longitude: 116, latitude: 39, projectId: 5 }) as Structure;

test('a drawing shows live values and levels of its points, the worst on top', () => {
  const marks = [
    { measuringPointId: 1, x: 0.1, y: 0.2 },
    { measuringPointId: 2, x: 0.3, y: 0.4 },
    { measuringPointId: 9, x: 0.5, y: 0.5 },
  ];
  const found = planMarkers(marks, [value(1, 3), value(2, 0, 600_000)], now, (code) => code);
  expect(found.map(({ id, x, level, stale, value: text }) => [id, x, level, stale, text])).toEqual([
    [2, 0.3, 0, true, '+1.5\u00a0mm'],
    [1, 0.1, 3, false, '+1.5\u00a0mm'],
  ]);
});

test('a structure offers its own drawings, those of its items and its parent, but no empty ones', () => {
  const plan = (id: number, structureId: number, markCount = 1) => ({ id, structureId, markCount }) as PlanSummary;
  const structures = [structure(1), structure(2, 1), structure(3)];
  const plans = [plan(10, 1), plan(11, 2), plan(12, 3), plan(13, 1, 0)];
  expect(shownPlans(plans, structures, undefined).map(({ id }) => id)).toEqual([10, 11, 12]);
  const stats = { structureStatList: [stat(1, { level: 1 }), stat(3, { level: 4 })], itemStatList: [] };
  expect(shownPlans(plans, structures, undefined, stats).map(({ id }) => id)).toEqual([12, 10, 11]);
  expect(shownPlans(plans, structures, 1).map(({ id }) => id)).toEqual([10, 11]);
  expect(shownPlans(plans, structures, 2).map(({ id }) => id)).toEqual([11, 10]);
});

const stat = (structureId: number, more: Partial<StructureStat> = {}) =>
  ({ structureId, parentId: 0, name: `S${structureId}`, level: 0, read: 3, fresh: 3, ...more }) as StructureStat;

test('the map shows a structure at its coordinates or in the middle of its points', () => {
  const extent = { west: 110, south: 30, east: 112, north: 32 };
  const stats = {
    structureStatList: [stat(1, { longitude: 116, latitude: 39, level: 2 }), stat(2, { extent, fresh: 0 }), stat(3)],
    itemStatList: [stat(4, { parentId: 1, extent })],
  };
  expect(structureSites(stats, 5, undefined)).toMatchObject([
    { id: 1, longitude: 116, latitude: 39, level: 2, stale: false, kind: 'structure', projectId: 5 },
    { id: 2, longitude: 111, latitude: 31, stale: true },
  ]);
  expect(structureSites(stats, 5, 4)).toMatchObject([{ id: 4, longitude: 111, latitude: 31 }]);
  expect(coveredBy(stats, 4)).toEqual([
    [110, 30],
    [112, 32],
    [111, 31],
  ]);
  expect(coveredBy(stats, 1)).toEqual([[116, 39]]);
  expect(coveredBy(stats, 3)).toEqual([]);
  expect(coveredBy(stats, undefined)).toEqual(
    stats.structureStatList.flatMap((one) => coveredBy(stats, one.structureId)),
  );
});
