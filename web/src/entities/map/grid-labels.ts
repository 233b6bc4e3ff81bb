/** Left, bottom, right and top of the visible part of a map, in the units of its projection. */
export type Extent = readonly [number, number, number, number];

const worldWidth = 2 * Math.PI * 6_378_137;
/** Margins without labels, px: half a label at the sides, legend and longitudes at the bottom, search at the top. */
const side = 24;
const foot = 84;
const head = 50;

/** Where meridians are labeled along the bottom: never cut by the edge, and in every visible copy of the world. */
export function namedMeridians(xs: readonly number[], [left, , right]: Extent, resolution: number): number[] {
  const named: number[] = [];
  for (const x of new Set(xs)) {
    const first = x + Math.ceil((left + side * resolution - x) / worldWidth) * worldWidth;
    for (let at = first; at <= right - side * resolution; at += worldWidth) named.push(at);
  }
  return named;
}

/** Where parallels are labeled along the left edge: clear of the longitudes below and the search box above. */
export function namedParallels(ys: readonly number[], [, bottom, , top]: Extent, resolution: number): number[] {
  return [...new Set(ys)].filter((y) => y >= bottom + foot * resolution && y <= top - head * resolution);
}
