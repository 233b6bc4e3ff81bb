import type { Level } from '@/shared/theme/tokens';

/** A place on a map: a project, a structure or a point. */
export interface Site {
  id: number;
  name: string;
  longitude: number;
  latitude: number;
  level: Level;
  /** Its newest reading is overdue: the level is that of the last judgement. */
  stale: boolean;
}

/** What a cluster looks like: how many sites, and the worst level among them. */
export interface ClusterLook {
  count: number;
  level: Level;
  diameter: number;
}

/** The specification's radii, read as diameters: 30 up to 10 sites, 40 up to 100, 50 above. */
export function clusterDiameter(count: number): number {
  if (count <= 10) return 30;
  return count <= 100 ? 40 : 50;
}

export function clusterLook(sites: readonly Pick<Site, 'level'>[]): ClusterLook {
  const level = sites.reduce<Level>((worst, site) => (site.level > worst ? site.level : worst), 0);
  return { count: sites.length, level, diameter: clusterDiameter(sites.length) };
}

/** Names stand beside what needs attention, and beside everything once one is near enough. */
export function showsName(level: Level, zoom: number): boolean {
  return level >= 2 || zoom >= 8;
}

/** Start of a map without sites (specification section 9). */
export const startView = { longitude: 116, latitude: 39, zoom: 3, minZoom: 3, maxZoom: 18 };
