/** The side of its marker on which a point's label is placed. */
export type Side = 'right' | 'left' | 'below' | 'above' | 'lower' | 'higher';

/** A point on the screen, in pixels. */
export interface Labeled {
  id: number;
  x: number;
  y: number;
  /** From the center of its marker to its edge. */
  reach: number;
  /** Width of its label; zero if it has none. */
  width: number;
  /** Its label is shown even if markers leave no room: one row farther away, or else behind markers. */
  must: boolean;
}

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

const sides: readonly Side[] = ['right', 'left', 'below', 'above'];
const farther: readonly Side[] = [...sides, 'higher', 'lower'];
/** Distance between a marker and its label. */
export const wordGap = 5;
const halfLine = 8;

/** Vertical distance from the center of a marker to that of its label: positive below, negative above. */
export function offsetOf(side: Side, reach: number): number {
  const near = reach + 2 + halfLine;
  if (side === 'below') return near;
  if (side === 'above') return -near;
  if (side === 'lower') return near + 2 * halfLine;
  return side === 'higher' ? -near - 2 * halfLine : 0;
}

function boxOf({ x, y, reach, width }: Labeled, side: Side): Box {
  const from = reach + wordGap;
  if (side === 'right') return [x + from, y - halfLine, x + from + width, y + halfLine];
  if (side === 'left') return [x - from - width, y - halfLine, x - from, y + halfLine];
  const middle = y + offsetOf(side, reach);
  return [x - width / 2, middle - halfLine, x + width / 2, middle + halfLine];
}

const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const within = (inner: Box, outer: Box) =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** Boxes indexed by grid cells, so that a lookup does not scan all of them. */
class Taken {
  private static readonly cell = 64;
  private readonly cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const key of this.keysOf(box)) {
      const there = this.cells.get(key);
      if (there) there.push(box);
      else this.cells.set(key, [box]);
    }
  }

  meets(box: Box): boolean {
    return this.keysOf(box).some((key) => this.cells.get(key)?.some((other) => meet(box, other)));
  }

  private keysOf([left, top, right, bottom]: Box): string[] {
    const at = (value: number) => Math.floor(value / Taken.cell);
    const keys: string[] = [];
    for (let column = at(left); column <= at(right); column++)
      for (let row = at(top); row <= at(bottom); row++) keys.push(`${column} ${row}`);
    return keys;
  }
}

/** A less preferred side is used only if the preferred one has this much more ink. */
const sidePreference = 0.02;

/**
 * Places the labels so that none covers a marker or another label or leaves the bounds, on the side with the least
 * ink; earlier points first. Points missing from the result have no room for a label.
 */
export function placeLabels(
  points: readonly Labeled[],
  bounds: Box,
  inkOf: (box: Box) => number = () => 0,
): Map<number, Side> {
  const marks = new Taken();
  const words = new Taken();
  for (const { x, y, reach } of points) marks.add([x - reach, y - reach, x + reach, y + reach]);
  const placed = new Map<number, Side>();
  for (const point of points) {
    if (point.width === 0) continue;
    const free = (point.must ? farther : sides).filter((one) => {
      const box = boxOf(point, one);
      return within(box, bounds) && !words.meets(box);
    });
    const clear = free.filter((one) => !marks.meets(boxOf(point, one)));
    const cost = (one: Side) => inkOf(boxOf(point, one)) + farther.indexOf(one) * sidePreference;
    const [best] = clear.sort((a, b) => cost(a) - cost(b));
    const side = best ?? (point.must ? (free[0] ?? 'right') : undefined);
    if (!side) continue;
    words.add(boxOf(point, side));
    placed.set(point.id, side);
  }
  return placed;
}
