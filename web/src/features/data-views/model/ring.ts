import type { components } from '@/api/schema.gen';
import type { Place } from '@/entities/chart/ring';
import type { NodeRow, ReadingRow } from './types';

type RingLayout = components['schemas']['PointRing'];

/** fitCircle fits a circle by least squares (Kåsa; formulas.md section 13, step 3). */
export function fitCircle(places: readonly Place[]): { center: Place; radius: number } {
  const n = places.length || 1;
  const mx = places.reduce((sum, [x]) => sum + x, 0) / n;
  const my = places.reduce((sum, [, y]) => sum + y, 0) / n;
  let [uu, uv, vv, p, q] = [0, 0, 0, 0, 0];
  for (const [x, y] of places) {
    const [u, v] = [x - mx, y - my];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    p += (u * u * u + u * v * v) / 2;
    q += (v * v * v + v * u * u) / 2;
  }
  const det = uu * vv - uv * uv || 1;
  const [uc, vc] = [(p * vv - q * uv) / det, (q * uu - p * uv) / det];
  return { center: [uc + mx, vc + my], radius: Math.sqrt(uc * uc + vc * vc + (uu + vv) / n) };
}

export const distance = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** radialChange is the movement of a node away from the center, outward positive, mm. */
export function radialChange(now: Place, before: Place, center: Place): number {
  const [rx, ry] = [before[0] - center[0], before[1] - center[1]];
  return ((now[0] - before[0]) * rx + (now[1] - before[1]) * ry) / Math.hypot(rx, ry);
}

/** ovalityChange is the spread of the changes of the diameters, ‰ of the diameter; null for an odd number of nodes. */
export function ovalityChange(now: readonly Place[], before: readonly Place[], radius: number): number | null {
  const half = now.length / 2;
  if (!Number.isInteger(half) || half === 0) return null;
  const of = (places: readonly Place[], i: number) => distance(places[i] as Place, places[i + half] as Place);
  const changes = Array.from({ length: half }, (_, i) => of(now, i) - of(before, i));
  return ((Math.max(...changes) - Math.min(...changes)) / (2 * radius)) * 1000;
}

/** ringNodes returns the nodes of a reading in their order. Node 0 has no depth, so it comes with the single values. */
export function ringNodes(reading: ReadingRow): NodeRow[] {
  const first: NodeRow[] = reading.values.x === undefined ? [] : [{ no: 0, depth: null, values: reading.values }];
  return [...first, ...reading.nodes].filter((node) => node.values.x !== undefined).sort((a, b) => a.no - b.no);
}

/** chordsOf returns the chords of a ring by their nodes: the configured ones, or the diameters of a closed ring. */
export function chordsOf(layout: RingLayout | undefined, nodes: readonly number[]): [number, number][] {
  const chosen = (layout?.chords ?? []).flatMap(([a, b]): [number, number][] =>
    a !== undefined && b !== undefined ? [[a, b]] : [],
  );
  if (chosen.length > 0) return chosen;
  const half = nodes.length / 2;
  if (layout?.open || !Number.isInteger(half)) return [];
  return nodes.slice(0, half).map((no, i) => [no, nodes[i + half] as number]);
}

/** A node of a ring at one time. */
export interface RingNode {
  no: number;
  before: Place;
  now: Place;
  /** mm, outward positive. */
  radial: number;
}

/** What places are compared with: the initial ones, or those of a base reading. */
export interface RingStates {
  /** Observed positions. */
  observed: ReadingRow;
  /** Changes since the initial value. */
  changes: ReadingRow;
  /** Open arcs: the initial position of the last node, which does not move. */
  end?: Place | undefined;
}

const place = (node: NodeRow | undefined): Place | null => {
  const { x, y } = node?.values ?? {};
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null;
};

/** lengthsTo returns how far each node is along the array, as a share of its length. */
function lengthsTo(places: readonly Place[]): number[] {
  let length = 0;
  const along = places.map((at, i) => {
    const before = places[i - 1];
    if (before) length += distance(before, at);
    return length;
  });
  return along.map((one) => one / (length || 1));
}

/**
 * initialPlaces are the positions of the initial value: what was observed less how it changed. The changes of an open
 * arc are those after its misclosure was distributed by length, so it is distributed here too.
 */
function initialPlaces({ observed, changes, end }: RingStates): Map<number, Place> {
  const moved = new Map(ringNodes(changes).map((node) => [node.no, place(node)]));
  const nodes = ringNodes(observed).flatMap((node) => {
    const at = place(node);
    return at ? [{ no: node.no, at }] : [];
  });
  const along = lengthsTo(nodes.map((node) => node.at));
  const last = nodes.at(-1)?.at;
  const [ex, ey] = end && last ? [last[0] - end[0], last[1] - end[1]] : [0, 0];
  return new Map(
    nodes.flatMap(({ no, at }, i): [number, Place][] => {
      const by = moved.get(no);
      const share = along[i] ?? 0;
      return by ? [[no, [at[0] - ex * share - by[0], at[1] - ey * share - by[1]]]] : [];
    }),
  );
}

/** ringAt returns the nodes of a ring at a time, relative to the initial value or to a base. */
export function ringAt(state: RingStates, base: RingStates | null): RingNode[] {
  const initial = initialPlaces(state);
  const moved = new Map(ringNodes(state.changes).map((node) => [node.no, node]));
  const based = base && new Map(ringAt(base, null).map((node) => [node.no, node.now]));
  const { center } = fitCircle([...(based ?? initial).values()]);
  return [...initial].flatMap(([no, first]): RingNode[] => {
    const by = place(moved.get(no));
    const before = based ? based.get(no) : first;
    if (!by || !before) return [];
    const now: Place = [first[0] + by[0], first[1] + by[1]];
    const stored = moved.get(no)?.values.radial;
    const radial = !base && typeof stored === 'number' ? stored : radialChange(now, before, center);
    return [{ no, before, now, radial }];
  });
}

/** angleOf is the direction of a node from the center, degrees counterclockwise from the right, 0 to 360. */
export function angleOf(place: Place, center: Place): number {
  return ((Math.atan2(place[1] - center[1], place[0] - center[0]) * 180) / Math.PI + 360) % 360;
}

/** statesOf are the nodes of a ring at the compared times. */
export function statesOf(
  times: readonly number[],
  at: (time: number) => RingStates | null,
  base: RingStates | null,
): { t: number; nodes: RingNode[] }[] {
  return times.flatMap((t) => {
    const state = at(t);
    return state ? [{ t, nodes: ringAt(state, base) }] : [];
  });
}
