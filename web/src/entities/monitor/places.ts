import type { StructureStat, StructureStats } from '@/api/stats';
import type { OverviewPoint, Structure } from '@/api/types';
import { markRank, pointMark, tallyMark } from '@/entities/alert/mark';
import type { PlanMark, PlanMarker, PlanSummary } from '@/entities/drawing/plan';
import type { Site } from '@/entities/map/site';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { isStale } from './worst';

/** The newest value of a point with its unit; changes and rates with their sign. */
export function valueText(point: OverviewPoint): string {
  const signed = point.valueType === 'accumulated' || point.valueType === 'rate';
  return withUnit((signed ? formatChange : formatNumber)(point.value, point.decimals), point.unit);
}

/** The points on a drawing with their newest values, worst last, so that they are drawn on top. */
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
          level: pointMark(point.level, point.time),
          stale: isStale(point, now),
          measurement: measurementName(point.measurement),
          ...told,
        },
      ];
    })
    .sort((a, b) => markRank(a.level) - markRank(b.level));
}

/**
 * The drawings on offer: for a project all; for a structure its own and its items'; for an item its own and its
 * structure's.
 */
export function shownPlans(
  plans: readonly PlanSummary[],
  structures: readonly Structure[],
  structureId: number | undefined,
  stats?: StructureStats,
): PlanSummary[] {
  const filled = plans.filter(({ markCount, picture }) => markCount > 0 || picture);
  if (structureId === undefined) return worstPlans(filled, stats);
  const parent = structures.find(({ id }) => id === structureId)?.parentId;
  const below = new Set(structures.filter(({ parentId }) => parentId === structureId).map(({ id }) => id));
  const rank = (plan: PlanSummary) => (plan.structureId === structureId ? 0 : 1);
  return filled
    .filter(({ structureId: of }) => of === structureId || of === parent || below.has(of))
    .sort((a, b) => rank(a) - rank(b));
}

/** The drawings of the worst structures first; the others in their order. */
function worstPlans(plans: PlanSummary[], stats: StructureStats | undefined): PlanSummary[] {
  const all = [...(stats?.structureStatList ?? []), ...(stats?.itemStatList ?? [])];
  const ranks = new Map(all.map((one) => [one.structureId, markRank(tallyMark(one))]));
  const rank = ({ structureId }: PlanSummary) => ranks.get(structureId) ?? -1;
  return [...plans].sort((a, b) => rank(b) - rank(a));
}

type LonLat = readonly [number, number];

/** The position of a structure: its own coordinates, otherwise the center of its points. */
function standsAt({ longitude, latitude, extent }: StructureStat): LonLat | undefined {
  if (longitude !== undefined && latitude !== undefined) return [longitude, latitude];
  return extent && [(extent.west + extent.east) / 2, (extent.south + extent.north) / 2];
}

/** The structures of a project, or one structure or item of it. */
function placed(stats: StructureStats, structureId: number | undefined): StructureStat[] {
  if (structureId === undefined) return stats.structureStatList;
  return [...stats.structureStatList, ...stats.itemStatList].filter((one) => one.structureId === structureId);
}

/** Places on the map: the structures of a project, or one structure or item of it. */
export function structureSites(stats: StructureStats, projectId: number, structureId: number | undefined): Site[] {
  return placed(stats, structureId).flatMap((one): Site[] => {
    const at = standsAt(one);
    if (!at) return [];
    const stale = one.read > 0 && one.fresh === 0;
    const [longitude, latitude] = at;
    return [
      {
        id: one.structureId,
        name: one.name,
        longitude,
        latitude,
        level: tallyMark(one),
        stale,
        kind: 'structure',
        projectId,
      },
    ];
  });
}

/** The extent on the map of a project's structures, or of one structure or item, with their points. */
export function coveredBy(stats: StructureStats, structureId: number | undefined): LonLat[] {
  return placed(stats, structureId).flatMap(cornersOf);
}

function cornersOf(one: StructureStat): LonLat[] {
  const { extent } = one;
  const corners: LonLat[] = extent
    ? [
        [extent.west, extent.south],
        [extent.east, extent.north],
      ]
    : [];
  const at = standsAt(one);
  return at ? [...corners, at] : corners;
}
