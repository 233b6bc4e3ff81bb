import { local, type Place } from './geodesy';

/** The distance of a point from the segment between two others, m, squared. */
function offSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}

/**
 * simplify leaves out the places of a line that are within a tolerance (m) of what remains (Douglas and Peucker 1973).
 * The ends stay.
 */
export function simplify<P extends Place>(line: readonly P[], tolerance: number): P[] {
  const origin = line[0];
  if (!origin || line.length < 3) return [...line];
  const xs = new Float64Array(line.length);
  const ys = new Float64Array(line.length);
  line.forEach((place, i) => {
    [xs[i], ys[i]] = local(origin, place) as [number, number];
  });
  const at = (list: Float64Array, i: number) => list[i] as number;
  const kept = new Uint8Array(line.length);
  kept[0] = 1;
  kept[line.length - 1] = 1;
  const open: [number, number][] = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let farthest = tolerance * tolerance;
    let split = -1;
    for (let i = from + 1; i < to; i++) {
      const off = offSegment(at(xs, i), at(ys, i), at(xs, from), at(ys, from), at(xs, to), at(ys, to));
      if (off > farthest) [farthest, split] = [off, i];
    }
    if (split < 0) continue;
    kept[split] = 1;
    open.push([from, split], [split, to]);
  }
  return line.filter((_, i) => kept[i] === 1);
}
