import type { OverviewPoint, PointSummary, Structure } from '@/api/types';
import type { Site } from '@/shared/map/site';
import { isStale, worstLevel } from '@/shared/monitor/worst';
import { asLevel } from '@/shared/theme/tokens';

/** A point on the plan of its structure: place as shares of width and height, and its newest value. */
export interface PlanPoint {
  point: OverviewPoint;
  x: number;
  y: number;
  stale: boolean;
}

/** The points of a structure that have a place on its plan; the worst last, so that they are drawn on top. */
export function planPoints(
  structureId: number,
  places: readonly PointSummary[],
  values: readonly OverviewPoint[],
  now: number,
): PlanPoint[] {
  const byId = new Map(values.map((value) => [value.measuringPointId, value]));
  const found: PlanPoint[] = [];
  for (const place of places) {
    const point = byId.get(place.id);
    if (!point || place.planX === undefined || place.planY === undefined) continue;
    if (place.structureId !== structureId && place.itemId !== structureId) continue;
    found.push({ point, x: place.planX, y: place.planY, stale: isStale(point, now) });
  }
  return found.sort((a, b) => a.point.level - b.point.level);
}

/** Places on the map: the points that have coordinates, else the structures that have. */
export function mapSites(
  structures: readonly Structure[],
  places: readonly PointSummary[],
  values: readonly OverviewPoint[],
  now: number,
): Site[] {
  const byId = new Map(values.map((value) => [value.measuringPointId, value]));
  const points: Site[] = [];
  for (const { id, name, longitude, latitude, level } of places) {
    if (longitude === undefined || latitude === undefined) continue;
    const value = byId.get(id);
    points.push({
      id,
      name,
      longitude,
      latitude,
      level: asLevel(value?.level ?? level),
      stale: value !== undefined && isStale(value, now),
    });
  }
  if (points.length > 0) return points;
  return structures.flatMap(({ id, name, longitude, latitude, isItem }) => {
    if (isItem || longitude === undefined || latitude === undefined) return [];
    const own = values.filter((value) => value.structureId === id);
    const stale = own.length > 0 && own.every((value) => isStale(value, now));
    return [{ id, name, longitude, latitude, level: worstLevel(own), stale }];
  });
}
