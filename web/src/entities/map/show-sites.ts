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

/** A site is flat, so that its text tells whether anything of it changed. */
const textOf = (site: Site) => JSON.stringify(site);

/** Whether a marker stands where its site is: one that was dragged does not, until its site has moved too. */
function stands(marker: Marker): boolean {
  const [x, y] = fromLonLat(placeOf(marker.get('site') as Site));
  const [atX, atY] = marker.getGeometry()?.getCoordinates() ?? [];
  return x === atX && y === atY;
}

/**
 * Makes a source show sites. Markers of sites that are as they were stay: live statistics come every few seconds, and
 * each change to the source has the whole map clustered and drawn anew.
 */
export function showSites(source: VectorSource<Marker>, sites: readonly Site[]): void {
  const wanted = new Map(sites.map((site) => [textOf(site), site]));
  const gone = source.getFeatures().filter((marker) => !(stands(marker) && wanted.delete(textOf(marker.get('site')))));
  if (gone.length > 0) source.removeFeatures(gone);
  if (wanted.size > 0) source.addFeatures([...wanted.values()].map(markerOf));
}
