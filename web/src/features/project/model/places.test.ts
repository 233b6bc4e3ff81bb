import type { components } from '@/api/schema.gen';
import type { OverviewPoint, Structure } from '@/api/types';
import type { PlanSummary } from '@/shared/plan/plan';
import { mapSites, planMarkers, shownPlans } from './places';

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
const marker = (id: number, structureId: number) =>
  ({
    id,
    name: `P${id}`,
    projectId: 5,
    structureId,
    itemId: 0,
    longitude: 116.1,
    latitude: 39.1,
    level: 0,
  }) as components['schemas']['PointMarker'];
const structure = (id: number, parentId = 0) =>
  ({ id, name: `S${id}`, parentId, isItem: parentId > 0, longitude: 116, latitude: 39, projectId: 5 }) as Structure;

test('a drawing shows live values and levels of its points, the worst on top', () => {
  const marks = [
    { measuringPointId: 1, x: 0.1, y: 0.2 },
    { measuringPointId: 2, x: 0.3, y: 0.4 },
    { measuringPointId: 9, x: 0.5, y: 0.5 },
  ];
  const found = planMarkers(marks, [value(1, 3), value(2, 0, 600_000)], now, (code) => code);
  expect(found.map(({ id, x, level, stale, value: told }) => [id, x, level, stale, told])).toEqual([
    [2, 0.3, 0, true, '+1.5 mm'],
    [1, 0.1, 3, false, '+1.5 mm'],
  ]);
});

test('a structure offers its own drawings and those around it, empty sheets not', () => {
  const plan = (id: number, structureId: number, markCount = 1) => ({ id, structureId, markCount }) as PlanSummary;
  const structures = [structure(1), structure(2, 1), structure(3)];
  const plans = [plan(10, 1), plan(11, 2), plan(12, 3), plan(13, 1, 0)];
  expect(shownPlans(plans, structures, undefined).map(({ id }) => id)).toEqual([10, 11, 12]);
  expect(shownPlans(plans, structures, 1).map(({ id }) => id)).toEqual([10, 11]);
  expect(shownPlans(plans, structures, 2).map(({ id }) => id)).toEqual([11, 10]);
});

test('the map shows points where they have coordinates, and structures of which no point has', () => {
  expect(mapSites([structure(1), structure(3)], [marker(1, 1)], [value(1, 2)], now)).toMatchObject([
    { id: 3, kind: 'structure' },
    { id: 1, kind: 'point', longitude: 116.1, level: 2, stale: false },
  ]);
  expect(mapSites([structure(1)], [], [value(2, 4, 999_999)], now)).toMatchObject([
    { id: 1, name: 'S1', level: 4, stale: true },
  ]);
});
