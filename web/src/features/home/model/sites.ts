import type { Marker } from '@/api/types';
import { tallyMark } from '@/entities/alert/mark';
import type { Site } from '@/entities/map/site';

/** Markers as sites of the map. `staleIds` names, with commas, the projects of which nothing is up to date. */
export function sitesOf(markers: readonly Marker[], staleIds: string): Site[] {
  const stale = new Set(staleIds.split(','));
  return markers.map(({ projectId, name, longitude, latitude, ...marker }) => ({
    id: projectId,
    name,
    longitude,
    latitude,
    level: tallyMark(marker),
    stale: stale.has(String(projectId)),
    kind: 'project',
    projectId,
  }));
}
