import type { components } from '@/api/schema.gen';
import type { OverviewPoint, Structure } from '@/api/types';
import { formatChange, formatNumber } from '@/shared/format/number';
import type { Site } from '@/shared/map/site';
import { isStale, worstLevel } from '@/shared/monitor/worst';
import type { PlanMark, PlanMarker, PlanSummary } from '@/shared/plan/plan';
import { asLevel } from '@/shared/theme/tokens';

type PointMarker = components['schemas']['PointMarker'];

/** The newest value of a point with its unit; changes and rates with their sign. */
export function valueText(point: OverviewPoint): string {
  const signed = point.valueType === 'accumulated' || point.valueType === 'rate';
  return `${(signed ? formatChange : formatNumber)(point.value, point.decimals)} ${point.unit}`;
}

/** The points on a drawing with their newest values; the worst last, so that they are drawn on top. */
export function planMarkers(
  marks: readonly PlanMark[],
  values: readonly OverviewPoint[],
  now: number,
  measurementName: (code: string) => string,
): PlanMarker[] {
  const byId = new Map(values.map((value) => [value.measuringPointId, value]));
  return marks
    .flatMap(({ measuringPointId: id, x, y }): PlanMarker[] => {
      const point = byId.get(id);
      if (!point) return [];
      const told = point.time > 0 ? { value: valueText(point) } : {};
      return [
        {
          id,
          name: point.name,
          x,
          y,
          level: asLevel(point.level),
          stale: isStale(point, now),
          measurement: measurementName(point.measurement),
          ...told,
        },
      ];
    })
    .sort((a, b) => a.level - b.level);
}

/**
 * The drawings that a screen offers: all of a project; of a structure its own and those of its items; of an item its
 * own and those of the structure it belongs to.
 */
export function shownPlans(
  plans: readonly PlanSummary[],
  structures: readonly Structure[],
  structureId: number | undefined,
): PlanSummary[] {
  const filled = plans.filter(({ markCount, picture }) => markCount > 0 || picture);
  if (structureId === undefined) return filled;
  const parent = structures.find(({ id }) => id === structureId)?.parentId;
  const below = new Set(structures.filter(({ parentId }) => parentId === structureId).map(({ id }) => id));
  const rank = (plan: PlanSummary) => (plan.structureId === structureId ? 0 : 1);
  return filled
    .filter(({ structureId: of }) => of === structureId || of === parent || below.has(of))
    .sort((a, b) => rank(a) - rank(b));
}

/** Places on the map: the points that have coordinates, and the structures of which no point has. */
export function mapSites(
  structures: readonly Structure[],
  markers: readonly PointMarker[],
  values: readonly OverviewPoint[],
  now: number,
): Site[] {
  const byId = new Map(values.map((value) => [value.measuringPointId, value]));
  const told = new Set(markers.flatMap(({ structureId, itemId }) => [structureId, itemId]));
  const points = markers.map(({ id, name, longitude, latitude, level, projectId, structureId }): Site => {
    const value = byId.get(id);
    return {
      id,
      name,
      longitude,
      latitude,
      level: asLevel(value?.level ?? level),
      stale: value !== undefined && isStale(value, now),
      kind: 'point',
      projectId,
      structureId,
    };
  });
  const places = structures.flatMap(({ id, name, longitude, latitude, isItem, projectId }): Site[] => {
    if (isItem || longitude === undefined || latitude === undefined || told.has(id)) return [];
    const own = values.filter((value) => value.structureId === id);
    const stale = own.length > 0 && own.every((value) => isStale(value, now));
    return [{ id, name, longitude, latitude, level: worstLevel(own), stale, kind: 'structure', projectId }];
  });
  return [...places, ...points];
}
