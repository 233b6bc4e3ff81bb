/** Left, bottom, right and top of what a map shows, in the units of its projection. */
export type Extent = readonly [number, number, number, number];

const worldWidth = 2 * Math.PI * 6_378_137;
/** Pixels without labels: half of one at the sides, the legend and the longitudes at the foot, the search at the head. */
const side = 24;
const foot = 84;
const head = 50;

/** Where the longitudes of a map are named along its foot: never cut by its edge, in every world that is seen. */
export function namedMeridians(xs: readonly number[], [left, , right]: Extent, resolution: number): number[] {
  const named: number[] = [];
  for (const x of new Set(xs)) {
    const first = x + Math.ceil((left + side * resolution - x) / worldWidth) * worldWidth;
    for (let at = first; at <= right - side * resolution; at += worldWidth) named.push(at);
  }
  return named;
}

/** Where the latitudes of a map are named along its left side: clear of the longitudes below and the search above. */
export function namedParallels(ys: readonly number[], [, bottom, , top]: Extent, resolution: number): number[] {
  return [...new Set(ys)].filter((y) => y >= bottom + foot * resolution && y <= top - head * resolution);
}
