/** A place on the ellipsoid of satellite positioning (WGS-84), degrees. */
export interface Place {
  lat: number;
  lon: number;
}

/** The mean radius of the earth, m (domain formulas.md section 28). */
const radius = 6_371_008.8;
const rad = Math.PI / 180;

/** The distance of two places by the haversine on a sphere, m. */
export function distance(a: Place, b: Place): number {
  const lat = Math.sin(((b.lat - a.lat) * rad) / 2);
  const lon = Math.sin(((b.lon - a.lon) * rad) / 2);
  const h = lat * lat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * lon * lon;
  return 2 * radius * Math.asin(Math.sqrt(Math.min(h, 1)));
}

/** Meters east and north of an origin, for places a few kilometers around it. */
export function local(origin: Place, place: Place): readonly [east: number, north: number] {
  return [
    (place.lon - origin.lon) * rad * radius * Math.cos(origin.lat * rad),
    (place.lat - origin.lat) * rad * radius,
  ];
}
