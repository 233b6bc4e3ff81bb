import Feature from 'ol/Feature';
import Point from 'ol/geom/Point';
import { fromLonLat } from 'ol/proj';
import type VectorSource from 'ol/source/Vector';
import type { Site } from './site';

/** A site on a map. */
export type Marker = Feature<Point>;

export const placeOf = ({ longitude, latitude }: Pick<Site, 'longitude' | 'latitude'>): [number, number] => [
  longitude,
  latitude,
];

const markerOf = (site: Site): Marker => new Feature({ geometry: new Point(fromLonLat(placeOf(site))), site });

/** A site is a flat object, so its JSON text shows whether it changed. */
const textOf = (site: Site) => JSON.stringify(site);

/** Reports whether a marker is at its site's position: a dragged one is not, until its site has moved too. */
function isAtSite(marker: Marker): boolean {
  const [x, y] = fromLonLat(placeOf(marker.get('site') as Site));
  const [atX, atY] = marker.getGeometry()?.getCoordinates() ?? [];
  return x === atX && y === atY;
}

/**
 * Shows sites in a source. Markers of unchanged sites are kept: live statistics arrive every few seconds, and each
 * change to the source makes the whole map cluster and render again.
 */
export function showSites(source: VectorSource<Marker>, sites: readonly Site[]): void {
  const wanted = new Map(sites.map((site) => [textOf(site), site]));
  const gone = source
    .getFeatures()
    .filter((marker) => !(isAtSite(marker) && wanted.delete(textOf(marker.get('site')))));
  if (gone.length > 0) source.removeFeatures(gone);
  if (wanted.size > 0) source.addFeatures([...wanted.values()].map(markerOf));
}
