import type { components } from '@/api/schema.gen';
import { circle, type Place } from '@/entities/chart/ring';
import { angleOf, fitCircle, type RingNode, type RingStates, ringNodes } from './ring';

type RingLayout = components['schemas']['PointRing'];

/** Parts of a section by angle, degrees counterclockwise from the right. From 300 to 60 leads through 0. */
export const sectionParts = {
  arch: [30, 150],
  left: [120, 240],
  invert: [210, 330],
  right: [300, 60],
} as const;

export type SectionPart = keyof typeof sectionParts;

export const isPart = (text: string | null): text is SectionPart => text !== null && text in sectionParts;

/** within returns the nodes of a part of a section; of all of it without a part. */
export function within(nodes: readonly RingNode[], part: string | null): RingNode[] {
  if (!isPart(part)) return [...nodes];
  const { center } = fitCircle(nodes.map((one) => one.before));
  const [from, to] = sectionParts[part];
  const along = (one: RingNode) => (angleOf(one.before, center) - from + 360) % 360;
  return nodes.filter((one) => along(one) <= (to - from + 360) % 360).sort((a, b) => along(a) - along(b));
}

/** fullest returns the nodes of the time that has most of them: outlines do not move when something hides a wall. */
export const fullest = (states: readonly { nodes: readonly RingNode[] }[]): readonly RingNode[] =>
  states.reduce<readonly RingNode[]>((most, { nodes }) => (nodes.length > most.length ? nodes : most), []);

/** broken puts null where nodes of a section of so many are missing, so that no line is drawn across. */
export function broken<T extends { no: number }>(nodes: readonly T[], count: number, closed: boolean): (T | null)[] {
  const follows = (before: T | undefined, node: T | undefined) => before && node && (before.no % count) + 1 === node.no;
  const list = nodes.flatMap((node, i) => (i > 0 && !follows(nodes[i - 1], node) ? [null, node] : [node]));
  return closed && !follows(nodes.at(-1), nodes[0]) ? [...list, null] : list;
}

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};

/** smoothed replaces the radial change of every node by the median over so many degrees around it. */
export function smoothed(nodes: readonly RingNode[], degrees: number | null): RingNode[] {
  if (!degrees) return [...nodes];
  const { center } = fitCircle(nodes.map((one) => one.before));
  const at = nodes.map((one) => angleOf(one.before, center));
  return nodes.map((node, i) => {
    const near = nodes.filter((_, j) => {
      const apart = Math.abs((at[i] as number) - (at[j] as number));
      return Math.min(apart, 360 - apart) <= degrees / 2 + 1e-6;
    });
    const radial = median(near.map((one) => one.radial));
    const [dx, dy] = [node.before[0] - center[0], node.before[1] - center[1]];
    const by = (radial - node.radial) / (Math.hypot(dx, dy) || 1);
    return { ...node, radial, now: [node.now[0] + dx * by, node.now[1] + dy * by] };
  });
}

/** maskedOf are the places of nodes that were measured but do not count, because something hides them. */
export function maskedOf(states: RingStates, nodes: readonly RingNode[]): Place[] {
  const counted = new Set(nodes.map((one) => one.no));
  return ringNodes(states.observed).flatMap(({ no, values: { x, y } }): Place[] =>
    typeof x === 'number' && typeof y === 'number' && !counted.has(no) ? [[x, y]] : [],
  );
}

/** A half circle on straight walls, from the right end of the floor counterclockwise. */
function horseshoe([x, floor]: Place, width: number, height: number): Place[] {
  const radius = width / 2;
  const arch = Array.from({ length: 61 }, (_, i): Place => {
    const angle = (i * Math.PI) / 60;
    return [x + radius * Math.cos(angle), floor + height - radius + radius * Math.sin(angle)];
  });
  return [[x + radius, floor], ...arch, [x - radius, floor]];
}

/**
 * outlinesOf are the outline of the design and, within it, of the clearance. The design lies around the center of the
 * circle through the initial places, or in the middle of them if it is none.
 */
export function outlinesOf(
  layout: RingLayout | undefined,
  before: readonly Place[],
): { design: Place[]; clearance: Place[] } {
  const { radius = 0, width = 0, height = 0, clearance = 0, shape } = layout ?? {};
  if (before.length === 0) return { design: [], clearance: [] };
  const ends = (of: 0 | 1) => [Math.min(...before.map((p) => p[of])), Math.max(...before.map((p) => p[of]))] as const;
  const [left, right] = ends(0);
  const [bottom, top] = ends(1);
  const center: Place = [(left + right) / 2, (bottom + top) / 2];
  const outline = (inside: number): Place[] => {
    const [w, h] = [width - 2 * inside, height - 2 * inside];
    const floor: Place = [center[0], center[1] - h / 2];
    if (shape === 'horseshoe') return w > 0 ? horseshoe(floor, w, h) : [];
    if (shape === 'rectangle') {
      const [x, y] = floor;
      return w > 0
        ? [
            [x + w / 2, y],
            [x + w / 2, y + h],
            [x - w / 2, y + h],
            [x - w / 2, y],
          ]
        : [];
    }
    return radius > inside ? circle(fitCircle(before).center, radius - inside) : [];
  };
  return { design: outline(0), clearance: clearance > 0 ? outline(clearance) : [] };
}

function toEdge([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** roomOf is the least distance of the section from the clearance outline, mm; negative: something is inside it. */
export function roomOf(places: readonly Place[], clearance: readonly Place[]): number | null {
  if (places.length === 0 || clearance.length < 3) return null;
  const next = (i: number) => clearance[(i + 1) % clearance.length] as Place;
  const inside = ([x, y]: Place) =>
    clearance.reduce((odd, a, i) => {
      const b = next(i);
      const crosses = a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0];
      return crosses ? !odd : odd;
    }, false);
  return Math.min(
    ...places.map((place) => {
      const far = Math.min(...clearance.map((a, i) => toEdge(place, a, next(i))));
      return inside(place) ? -far : far;
    }),
  );
}
