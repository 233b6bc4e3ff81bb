import { type Mark, worstMark } from '@/entities/alert/mark';
import { leastAzimuth } from '@/entities/chart/bearing';
import { sameNode } from '@/entities/chart/profile-nodes';
import { levelOf, type Threshold } from '@/entities/chart/threshold-lines';
import { asLevel } from '@/ui/theme/tokens';
import { thresholdOf } from './profile-rows';
import type { FieldInfo, NodeRow, ReadingRow } from './types';

/** The axes of the plan: the fields upwards and to the right. */
export interface Frame {
  name: 'ne' | 'ab';
  up: string;
  right: string | null;
}

/** framesOf returns the axes that a point has: north and east, and those of the array. */
export function framesOf(fields: readonly FieldInfo[]): Frame[] {
  const has = (name: string) => fields.some((one) => one.name === name);
  return [
    ...(has('n') && has('e') ? [{ name: 'ne' as const, up: 'n', right: 'e' }] : []),
    ...(has('x') ? [{ name: 'ab' as const, up: 'x', right: has('y') ? 'y' : null }] : []),
  ];
}

/** frameOf returns the chosen axes; north and east by default. */
export const frameOf = (frames: readonly Frame[], direction: string | null): Frame | null =>
  frames.find((one) => one.name === direction) ?? frames[0] ?? null;

/** The displacement of a node in plan. */
export interface Move {
  no: number;
  depth: number | null;
  up: number;
  right: number;
  res: number;
  /** Degrees clockwise from the upward axis; null below 0.1 mm. */
  azimuth: number | null;
}

/** moveOf returns how a node moved, relative to the base reading if there is one; null if a component is missing. */
export function moveOf(node: NodeRow, base: ReadingRow | null, frame: Frame): Move | null {
  const was = base?.nodes.find((one) => sameNode(one, node));
  const part = (field: string | null): number | null => {
    if (field === null) return 0;
    const value = node.values[field] ?? null;
    const from = base === null ? 0 : (was?.values[field] ?? null);
    return value === null || from === null ? null : value - from;
  };
  const [up, right] = [part(frame.up), part(frame.right)];
  if (up === null || right === null) return null;
  const res = Math.hypot(up, right);
  const azimuth = res < leastAzimuth ? null : ((Math.atan2(right, up) * 180) / Math.PI + 360) % 360;
  return { no: node.no, depth: node.depth, up, right, res, azimuth };
}

/** movesOf returns the moves of all nodes of a reading, from the collar down. */
export const movesOf = (reading: ReadingRow, base: ReadingRow | null, frame: Frame): Move[] =>
  [...reading.nodes]
    .sort((a, b) => (a.depth ?? a.no) - (b.depth ?? b.no))
    .flatMap((node) => moveOf(node, base, frame) ?? []);

/** farthest returns the n nodes that moved most, from the collar down. */
export const farthest = (moves: readonly Move[], n: number): number[] => {
  const most = new Set(
    [...moves]
      .sort((a, b) => b.res - a.res)
      .slice(0, n)
      .map((one) => one.no),
  );
  return moves.flatMap((one) => (most.has(one.no) ? [one.no] : []));
};

/**
 * limitFields are the fields whose limits a plan shows: the resultant, or its components if it has none. Nothing if
 * neither has limits.
 */
export function limitFields(thresholds: readonly Threshold[], { up, right }: Frame, node?: number): string[] {
  const limited = (field: string | null): field is string =>
    field !== null && thresholdOf(thresholds, field, 'accumulated', node) !== null;
  return limited('res') ? ['res'] : [up, right].filter(limited);
}

/** One line of the table: a move, its level and its change of a day. */
export interface MoveLine extends Move {
  level: Mark;
  day: number | null;
}

const judged = ['x', 'y', 'n', 'e', 'res'] as const;

/** levelsOf is the worst level of each node by its stored changes, as alarms judge them. */
export function levelsOf(reading: ReadingRow, thresholds: readonly Threshold[]): Map<number, Mark> {
  return new Map(
    reading.nodes.map((node) => {
      const marks = judged.flatMap((field): Mark[] => {
        const threshold = thresholdOf(thresholds, field, 'accumulated', node.no);
        const value = node.values[field] ?? null;
        return threshold && value !== null ? [asLevel(levelOf(threshold, value))] : [];
      });
      return [node.no, worstMark(marks)];
    }),
  );
}

/** moveLines builds the table. */
export function moveLines(
  current: ReadingRow,
  before: ReadingRow | null,
  base: ReadingRow | null,
  frame: Frame,
  thresholds: readonly Threshold[],
): MoveLine[] {
  const levels = levelsOf(current, thresholds);
  const earlier = before ? movesOf(before, base, frame) : [];
  return movesOf(current, base, frame).map((move) => {
    const was = earlier.find((one) => sameNode(one, move));
    return {
      ...move,
      level: levels.get(move.no) ?? 'notJudged',
      day: was ? move.res - was.res : null,
    };
  });
}
