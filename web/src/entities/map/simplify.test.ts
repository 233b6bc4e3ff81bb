import { distance, local, type Place } from './geodesy';
import { simplify } from './simplify';

test('the distance of the worked example', () => {
  expect(distance({ lat: 30.527182, lon: 114.358901 }, { lat: 30.528014, lon: 114.360277 })).toBeCloseTo(161.02482, 6);
});

const meter = 1 / 111_195.08;
const at = (east: number, north: number): Place => ({ lat: north * meter, lon: east * meter });

test('places near the line are left out, its ends and corners stay', () => {
  const line = [at(0, 0), at(10, 1.9), at(20, -1), at(30, 0), at(30, 20), at(31.5, 30), at(30, 40)];
  expect(simplify(line, 2)).toEqual([line[0], line[3], line[6]]);
  expect(simplify(line, 1)).toEqual([line[0], line[1], line[2], line[3], line[5], line[6]]);
});

test('a line that returns to its start keeps its farthest place', () => {
  const line = [at(0, 0), at(50, 0), at(0, 0)];
  expect(simplify(line, 2)).toEqual(line);
  expect(simplify([at(0, 0), at(1, 1), at(0, 1)], 2)).toHaveLength(2);
  expect(simplify([], 2)).toEqual([]);
});

test('no place that is left out is farther than the tolerance from what remains', () => {
  const line = Array.from({ length: 20_000 }, (_, i) => at(i / 4, 30 * Math.sin(i / 90) + 1.2 * Math.sin(i * 1.7)));
  const kept = simplify(line, 2);
  expect(kept.length).toBeLessThan(line.length / 5);
  const origin = at(0, 0);
  const flat = kept.map((place) => local(origin, place));
  let next = 1;
  for (const place of line) {
    const [x, y] = local(origin, place);
    while (next < flat.length - 1 && (flat[next]?.[0] ?? 0) < x) next++;
    const [[ax, ay], [bx, by]] = [flat[next - 1] as [number, number], flat[next] as [number, number]];
    const off = Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / Math.hypot(bx - ax, by - ay);
    if (off > 2.001) throw new Error(`${x}, ${y} is ${off} m from the line`);
  }
});
