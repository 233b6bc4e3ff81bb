import type { components } from '@/api/schema.gen';
import type { Place } from '@/entities/chart/ring';
import { fits } from '@/ui/form/limited';
import { angleOf, fitCircle, type RingNode, radialChange } from '../../model/ring';
import type { FieldInfo, SeriesAnswer, SeriesData } from '../../model/types';

/** A segment of the lining between two angles about the center, degrees counterclockwise from the right. */
export type Part = components['schemas']['PointRingPart'];
type Layout = components['schemas']['PointRing'];

/** mappingOf is the division in force; a lining does not change, so one of another time counts where there is none. */
export function mappingOf(current: Layout | undefined, others: readonly (Layout | undefined)[]): readonly Part[] {
  return [current, ...[...others].reverse()].find((one) => one?.segments?.length)?.segments ?? [];
}

/** What a chart and a process line show; the address has the name. */
export const quantities = ['opening', 'dislocation', 'rotation'] as const;
export type Quantity = (typeof quantities)[number];

export const quantityOf = (mode: string | null): Quantity => quantities.find((one) => one === mode) ?? 'opening';

/** Rotations of a hundredth of a degree move a joint by about half a millimeter. */
export const decimalsOf = (quantity: Quantity) => (quantity === 'rotation' ? 3 : 2);
export const unitOf = (quantity: Quantity) => (quantity === 'rotation' ? '°' : 'mm');

const turned = (degrees: number) => ((degrees % 360) + 360) % 360;

/** The size of a segment, degrees. */
export const spanOf = ({ from, to }: Pick<Part, 'from' | 'to'>) => turned(to - from) || 360;

/** A segment with the nodes on it, counterclockwise, and the joint at its end. */
export interface Segment extends Part {
  no: number;
  nodes: readonly number[];
  /** mm from joint to joint. */
  length: number;
  /** The segment after its joint; null where no segment follows, or where an open arc ends. */
  next: number | null;
}

/** liningOf assigns the initial nodes of a ring to the segments by their angle. Segments are in the order of the ring. */
export function liningOf(parts: readonly Part[], nodes: readonly RingNode[], design: number, open: boolean): Segment[] {
  const { center, radius } = fitCircle(nodes.map((one) => one.before));
  const first = parts[0]?.from ?? 0;
  const ordered = [...parts].sort((a, b) => turned(a.from - first) - turned(b.from - first));
  const on = ordered.map((part) =>
    nodes
      .map((one) => ({ no: one.no, past: turned(angleOf(one.before, center) - part.from) }))
      .filter(({ past }) => past < spanOf(part))
      .sort((a, b) => a.past - b.past)
      .map(({ no }) => no),
  );
  const numbers = nodes.map((one) => one.no);
  const ends = [Math.min(...numbers), Math.max(...numbers)];
  return ordered.map((part, i) => {
    const next = (i + 1) % ordered.length;
    const [last, following] = [on[i]?.at(-1), on[next]?.[0]];
    const beyond = open && last !== undefined && following !== undefined && [last, following].every(isIn(ends));
    const meets = turned((ordered[next]?.from ?? 0) - part.to) === 0;
    return {
      ...part,
      no: i + 1,
      nodes: on[i] ?? [],
      length: 2 * (design || radius) * Math.sin((Math.min(180, spanOf(part)) * Math.PI) / 360),
      next: ordered.length > 1 && meets && !beyond ? next : null,
    };
  });
}

const isIn = (list: readonly number[]) => (one: number) => list.includes(one);

/** jointName names the joint at the end of a segment. */
export function jointName(lining: readonly Segment[], index: number): string {
  const segment = lining[index];
  const next = segment?.next === null ? undefined : lining[segment?.next ?? -1];
  return next ? `${segment?.name}–${next.name}` : (segment?.name ?? '');
}

/** Joints have openings and dislocations, segments rotations. */
export const nameIn = (lining: readonly Segment[], index: number, quantity: Quantity) =>
  quantity === 'rotation' ? (lining[index]?.name ?? '') : jointName(lining, index);

/** hasOne reports whether a segment can have a value: it needs a joint, or two nodes. */
export const hasOne = (segment: Segment, quantity: Quantity) => quantity === 'rotation' || segment.next !== null;

/** A segment at one time. */
export type Moved = Record<Quantity, number | null>;

type At = Pick<RingNode, 'before' | 'now' | 'radial'>;

const directionOf = (from: Place, to: Place) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** rotationOf is how far the line from the first to the last node of a segment turned, degrees counterclockwise. */
function rotationOf({ nodes }: Segment, at: ReadonlyMap<number, At>): number | null {
  const [first, last] = [at.get(nodes[0] ?? -1), at.get(nodes.at(-1) ?? -1)];
  if (!first || !last || nodes.length < 2) return null;
  const by = directionOf(first.now, last.now) - directionOf(first.before, last.before);
  return turned(by + 180) - 180;
}

/**
 * movedBy is what a ring did since its base, by segment. A joint opens by the difference of the rotations at it times
 * the mean length of its two segments, positive at the outside; its dislocation is how much farther outward the next
 * segment went than this one.
 */
export function movedBy(lining: readonly Segment[], at: ReadonlyMap<number, At>): Moved[] {
  const turns = lining.map((one) => rotationOf(one, at));
  return lining.map((segment, i) => {
    const next = segment.next === null ? undefined : lining[segment.next];
    const [turn, nextTurn] = [turns[i] ?? null, next ? (turns[segment.next ?? 0] ?? null) : null];
    const [here, there] = [at.get(segment.nodes.at(-1) ?? -1), at.get(next?.nodes[0] ?? -1)];
    return {
      rotation: turn,
      opening:
        next && turn !== null && nextTurn !== null
          ? (((nextTurn - turn) * Math.PI) / 180) * ((segment.length + next.length) / 2)
          : null,
      dislocation: next && here && there ? there.radial - here.radial : null,
    };
  });
}

export const byNumber = (nodes: readonly RingNode[]) => new Map(nodes.map((one) => [one.no, one]));

/** worstOf is the segment of the largest value; 0 without values. */
export function worstOf(moved: readonly Moved[], quantity: Quantity): number {
  const size = (i: number) => Math.abs(moved[i]?.[quantity] ?? -1);
  return moved.reduce((worst, one, i) => (one[quantity] !== null && size(i) > size(worst) ? i : worst), 0);
}

/** nodesOf are the nodes from which the values of segments follow. */
export function nodesOf(lining: readonly Segment[], chosen: readonly number[], quantity: Quantity): number[] {
  const ends = (segment: Segment | undefined) => [segment?.nodes[0], segment?.nodes.at(-1)];
  const all = chosen.flatMap((i) => {
    const segment = lining[i];
    const next = segment && segment.next !== null && quantity !== 'rotation' ? lining[segment.next] : undefined;
    return [...ends(segment), ...ends(next)];
  });
  return [...new Set(all)].filter((no) => no !== undefined).sort((a, b) => a - b);
}

/** movesOver are the values of chosen segments over time, from the movements of their nodes. */
export function movesOver(
  answer: SeriesAnswer,
  lining: readonly Segment[],
  chosen: readonly number[],
  before: readonly RingNode[],
  field: FieldInfo,
): SeriesAnswer {
  const quantity = quantityOf(field.name);
  const { center } = fitCircle(before.map((one) => one.before));
  const placed = byNumber(before);
  const moves = new Map<number, Map<number, [number | null, number | null]>>();
  for (const { field: name, node, samples } of answer.series)
    for (const [t, value] of samples) {
      const nodes = moves.get(t) ?? new Map<number, [number | null, number | null]>();
      const [x, y] = nodes.get(node) ?? [null, null];
      nodes.set(node, name === 'x' ? [value, y] : [x, value]);
      moves.set(t, nodes);
    }
  const rows = [...moves]
    .sort(([a], [b]) => a - b)
    .map(([t, nodes]) => {
      const at = new Map(
        [...nodes].flatMap(([no, [x, y]]): [number, At][] => {
          const first = placed.get(no)?.before;
          if (!first || x === null || y === null) return [];
          const now: Place = [first[0] + x, first[1] + y];
          return [[no, { before: first, now, radial: radialChange(now, first, center) }]];
        }),
      );
      return { t, moved: movedBy(lining, at) };
    });
  const pattern = answer.series[0];
  const series = chosen.flatMap((index): SeriesData[] => {
    const samples = rows.map(({ t, moved }) => [t, moved[index]?.[quantity] ?? null] as const);
    return pattern
      ? [{ ...pattern, field: field.name, node: index, depth: null, samples, ...countsOf(samples, pattern) }]
      : [];
  });
  return { ...answer, fields: [field], series, thresholds: [], ranges: [] };
}

function countsOf(samples: readonly (readonly [number, number | null])[], pattern: SeriesData) {
  const known = samples.flatMap(([t, value]) => (value === null ? [] : [{ t, value }]));
  const most = (sign: 1 | -1) =>
    known.reduce<{ t: number; value: number } | null>(
      (far, one) => (far && sign * far.value >= sign * one.value ? far : one),
      null,
    );
  const mean = known.length > 0 ? known.reduce((sum, one) => sum + one.value, 0) / known.length : null;
  return {
    abnormal: [],
    statistics: { ...pattern.statistics, count: known.length, abnormal: 0, min: most(-1), max: most(1), mean },
  };
}

/** The usual segments counterclockwise from the key segment at the crown: two next to it and three standard ones. */
const usual = ['F', 'L1', 'B1', 'B2', 'B3', 'L2'];

/** evenly gives segments the same size, the first in its middle where it was. */
export function evenly(parts: readonly Part[]): Part[] {
  const span = 360 / parts.length;
  const middle = parts[0] ? parts[0].from + spanOf(parts[0]) / 2 : 90;
  const joint = (i: number) => Math.round(turned(middle + (i - 0.5) * span) * 100) / 100;
  return parts.map(({ name }, i) => ({ name, from: joint(i), to: joint((i + 1) % parts.length) }));
}

/** proposedParts divides a ring evenly, the key segment at the crown. */
export const proposedParts = () => evenly(usual.map((name) => ({ name, from: 60, to: 120 })));

/** nextPart begins where the last segment ends, and ends where the first begins. */
export function nextPart(parts: readonly Part[]): Part {
  const names = parts.map((one) => one.name);
  let no = parts.length + 1;
  while (names.includes(`B${no}`)) no++;
  return { name: `B${no}`, from: parts.at(-1)?.to ?? 0, to: parts[0]?.from ?? 360 };
}

/** The longest name of a segment. */
const nameLength = 20;

/** What is wrong with a division, by its first fault: the row and the field; null if nothing is. */
export function faultOf(parts: readonly Part[]): { row: number; fault: 'name' | 'twice' | 'angle' | 'overlap' } | null {
  for (const [row, part] of parts.entries()) {
    const earlier = parts.slice(0, row);
    if (part.name.trim() === '' || !fits(part.name, nameLength)) return { row, fault: 'name' };
    if (earlier.some((one) => one.name.trim() === part.name.trim())) return { row, fault: 'twice' };
    if (![part.from, part.to].every((angle) => angle >= 0 && angle <= 360)) return { row, fault: 'angle' };
    if (earlier.some((one) => overlap(one, part))) return { row, fault: 'overlap' };
  }
  return null;
}

/** overlap reports whether one of two segments begins inside the other. */
function overlap(a: Part, b: Part): boolean {
  const from = turned(b.from - a.from);
  return from < spanOf(a) || 360 - from < spanOf(b);
}
