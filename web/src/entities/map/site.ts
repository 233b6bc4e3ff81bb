import { type Mark, markRank, worstMark } from '@/entities/alert/mark';

/** The kinds of sites on a map. */
export type SiteKind = 'project' | 'structure' | 'point';

/** A place on a map: a project, a structure or a point. */
export interface Site {
  id: number;
  name: string;
  longitude: number;
  latitude: number;
  level: Mark;
  /** Its newest reading is overdue: the level is that of the last judgement. */
  stale: boolean;
  /** Omitted if all sites of a map are of one kind. */
  kind?: SiteKind;
  projectId?: number;
  structureId?: number;
}

/** The zoom at which the map shows one marker of a kind, and from which the kind appears (specification section 9). */
export const markerZoom: Record<SiteKind, number> = { project: 4, structure: 8, point: 16 };

/** The zoom of a place that a search found (specification section 9: level 15). */
export const placeZoom = 15;

/** A cluster: the number of sites and their worst level. */
export interface ClusterLook {
  count: number;
  level: Mark;
  diameter: number;
}

/** The specification's radii, read as diameters: 30 up to 10 sites, 40 up to 100, 50 above. */
export function clusterDiameter(count: number): number {
  if (count <= 10) return 30;
  return count <= 100 ? 40 : 50;
}

export function clusterLook(sites: readonly Pick<Site, 'level'>[]): ClusterLook {
  const level = worstMark(sites.map((site) => site.level));
  return { count: sites.length, level, diameter: clusterDiameter(sites.length) };
}

/** Clusters are for more than one member, above zoom 1 (specification section 9). */
export function isCluster(count: number, zoom: number): boolean {
  return count > 1 && zoom > 1;
}

/** Labels are shown for sites that need attention, and for all when zoomed in. */
export function showsName(level: Mark, zoom: number): boolean {
  return markRank(level) >= 2 || zoom >= 8;
}

/** Start of a map without sites (specification section 9). */
export const startView = { longitude: 116, latitude: 39, zoom: 3, minZoom: 3, maxZoom: 18 };
