import type { Marker } from '@/api/types';
import type { Site } from '@/shared/map/site';
import { asLevel } from '@/shared/theme/tokens';

/** Markers as sites of the map. `staleIds` names, with commas, the projects of which nothing is up to date. */
export function sitesOf(markers: readonly Marker[], staleIds: string): Site[] {
  const stale = new Set(staleIds.split(','));
  return markers.map(({ projectId, name, longitude, latitude, level }) => ({
    id: projectId,
    name,
    longitude,
    latitude,
    level: asLevel(level),
    stale: stale.has(String(projectId)),
    kind: 'project',
    projectId,
  }));
}
