import type { Mark } from '@/entities/alert/mark';
import type { BearingArrow, BearingChart } from '@/entities/chart/bearing';
import { leastAzimuth } from '@/entities/chart/bearing';
import type { TracePoint } from '@/entities/chart/plan-trace';
import { joinTrace } from '@/entities/chart/plan-trace';
import { rampOpacity } from '@/entities/chart/profile-nodes';
import {
  levelOf,
  splitByReach,
  type Threshold,
  type ThresholdLine,
  thresholdLines,
} from '@/entities/chart/threshold-lines';
import { asLevel } from '@/ui/theme/tokens';
import { thresholdOf } from '../../model/profile-rows';
import type { FieldInfo, NodeRow, ReadingRow, SeriesAnswer } from '../../model/types';
import type { ViewState } from '../../model/view-state';

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
  const was = base?.nodes.find((one) => one.no === node.no);
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

/** One line of the table: a move, its level and its change of a day. */
export interface MoveLine extends Move {
  level: Mark;
  day: number | null;
}

/** moveLines builds the table. Levels use the stored resultant, as alarms do. */
export function moveLines(
  current: ReadingRow,
  before: ReadingRow | null,
  base: ReadingRow | null,
  frame: Frame,
  thresholds: readonly Threshold[],
): MoveLine[] {
  const earlier = new Map(before && movesOf(before, base, frame).map((one) => [one.no, one]));
  return movesOf(current, base, frame).map((move) => {
    const stored = current.nodes.find((one) => one.no === move.no)?.values.res ?? null;
    const threshold = thresholdOf(thresholds, 'res', 'accumulated', move.no);
    const was = earlier.get(move.no);
    return {
      ...move,
      level: threshold && stored !== null ? asLevel(levelOf(threshold, stored)) : 'notJudged',
      day: was ? move.res - was.res : null,
    };
  });
}

interface ArrowSource {
  times: readonly number[];
  readings: ReadonlyMap<number, ReadingRow>;
  base: ReadingRow | null;
  nodes: readonly number[];
  frame: Frame;
  label: (move: Move) => string;
}

/** arrowsOf are the moves of the chosen nodes at the compared times, the current time last and darkest. */
export function arrowsOf({ times, readings, base, nodes, frame, label }: ArrowSource): BearingArrow[] {
  return times.flatMap((t, i) => {
    const reading = readings.get(t);
    if (!reading) return [];
    const current = i === times.length - 1;
    return movesOf(reading, base, frame)
      .filter((move) => nodes.includes(move.no))
      .map((move) => ({
        key: `${t} ${move.no}`,
        t,
        label: label(move),
        east: move.right,
        north: move.up,
        opacity: current ? 1 : rampOpacity(i, times.length) * 0.7,
        current,
      }));
  });
}

/** trackOf is the way of a node up to a time. */
export function trackOf(answer: SeriesAnswer, frame: Frame, until: number | null): TracePoint[] {
  const of = (field: string) => answer.series.find((one) => one.field === field)?.samples ?? [];
  const up = of(frame.up);
  const right =
    frame.right === null ? up.map(([t, value]) => [t, value === null ? null : 0] as const) : of(frame.right);
  return joinTrace(right, up).filter((one) => until === null || one.t <= until);
}

/** ringsOf are the limits of the resultant within reach of the moves; relative moves have none. */
export function ringsOf(
  thresholds: readonly Threshold[],
  reach: number,
  state: Pick<ViewState, 'base'>,
  node?: number,
): ThresholdLine[] {
  const threshold = state.base === null ? thresholdOf(thresholds, 'res', 'accumulated', node) : null;
  if (!threshold) return [];
  const extent = [0, reach] as const;
  return splitByReach(thresholdLines(threshold, extent), extent).drawn.filter((line) => line.value > 0);
}

interface Plan {
  frame: Frame;
  fields: readonly FieldInfo[];
  arrows: readonly BearingArrow[];
  track: BearingChart['track'];
  rings: readonly ThresholdLine[];
  axisAzimuth: number | undefined;
}

type Words = (key: 'northeast.north' | 'northeast.axis') => string;

/** planOf is the picture of moves in plan. */
export function planOf({ frame, fields, arrows, track, rings, axisAzimuth }: Plan, t: Words): BearingChart {
  const info = (name: string | null) => fields.find((one) => one.name === name);
  const up = info(frame.up);
  return {
    arrows,
    track,
    rings,
    northName: up?.label ?? frame.up,
    eastName: info(frame.right)?.label ?? '',
    unit: up?.unit ?? 'mm',
    decimals: up?.decimals ?? 2,
    azimuth:
      frame.name === 'ne' && axisAzimuth !== undefined ? { name: t('northeast.axis'), degrees: axisAzimuth } : null,
    north: frame.name === 'ne' ? t('northeast.north') : null,
  };
}
