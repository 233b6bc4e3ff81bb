import type { Mark } from '@/entities/alert/mark';
import { perSegment } from '@/entities/chart/profile-nodes';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { type Scene, type SceneCurve, type SceneNode, type SceneTexts, sceneOf } from '@/entities/scene/scene';
import { type ComparedTimes, colorsOf } from '../../model/compared-times';
import { type Frame, levelsOf, moveOf } from '../../model/moves';
import type { ViewTexts } from '../../model/process-picture';
import type { FieldInfo, NodeRow, ReadingRow } from '../../model/types';

/** What is drawn of the readings. */
export interface Shape {
  frame: Frame;
  /** The reading taken as zero; null: the initial value. */
  base: ReadingRow | null;
  /** The change of each segment instead of the sum from the fixed end. */
  segment: boolean;
}

/** nodesOf returns the displacements of a reading in plan, from the collar down. */
function nodesOf(reading: ReadingRow, { frame, base, segment }: Shape): SceneNode[] {
  const nodes = reading.nodes
    .filter((node): node is NodeRow & { depth: number } => node.depth !== null)
    .sort((a, b) => a.depth - b.depth)
    .map((node): SceneNode => {
      const move = moveOf(node, base, frame);
      return { no: node.no, depth: node.depth, right: move?.right ?? null, up: move?.up ?? null };
    });
  if (!segment) return nodes;
  const part = (name: 'right' | 'up') =>
    perSegment(nodes.map(({ no, depth, [name]: value }) => ({ no, depth, value })));
  const [right, up] = [part('right'), part('up')];
  return nodes.map((node, i) => ({ ...node, right: right[i]?.value ?? null, up: up[i]?.value ?? null }));
}

/** curvesOf are the array at the compared times. */
export function curvesOf(
  times: Pick<ComparedTimes, 'chosen' | 'curves' | 'current'>,
  readings: ReadonlyMap<number, ReadingRow>,
  shape: Shape,
): SceneCurve[] {
  const colors = colorsOf(times);
  return times.curves.flatMap((t) => {
    const reading = readings.get(t);
    if (!reading) return [];
    return [{ t, color: colors.get(t) ?? 0, current: t === times.current, nodes: nodesOf(reading, shape) }];
  });
}

/**
 * markOf is the azimuth of A+ in the plan. Where the plan is north and east it follows from a displacement that is known
 * in both axes (formulas.md section 5); the largest one has the smallest error.
 */
export function markOf(reading: ReadingRow | null, frame: Frame): number {
  if (frame.name === 'ab' || !reading) return 0;
  const of = ({ values }: NodeRow) => ({ n: values.n ?? 0, e: values.e ?? 0, x: values.x ?? 0, y: values.y ?? 0 });
  const all = reading.nodes.map(of);
  const far = all.reduce((best, one) => (Math.hypot(one.n, one.e) > Math.hypot(best.n, best.e) ? one : best), {
    ...{ n: 0, e: 0, x: 0, y: 0 },
  });
  const turn = ((Math.atan2(far.e, far.n) - Math.atan2(far.y, far.x)) * 180) / Math.PI;
  return Math.round(((turn % 360) + 360) % 360) % 360;
}

/** One line of the table of nodes. */
export interface NodeMove {
  no: number;
  depth: number;
  level: Mark;
  right: number | null;
  up: number | null;
  res: number | null;
}

export const resOf = ({ right, up }: Pick<SceneNode, 'right' | 'up'>): number | null =>
  right === null || up === null ? null : Math.hypot(right, up);

/** linesOf lists the nodes at the current time. */
export function linesOf({ curves, levels }: Pick<Scene, 'curves' | 'levels'>): NodeMove[] {
  const current = curves.find((curve) => curve.current);
  return (current?.nodes ?? []).map((node) => ({
    ...node,
    level: levels.get(node.no) ?? 'notJudged',
    res: resOf(node),
  }));
}

/** textsOf names the axes with their units. */
export function textsOf(frame: Frame, fields: readonly FieldInfo[], scale: number, t: ViewTexts): SceneTexts {
  const axis = (name: string | null) => {
    const info = fields.find((one) => one.name === name);
    return info ? t('space.axis', { name: info.label, unit: info.unit }) : '';
  };
  return {
    right: axis(frame.right),
    up: axis(frame.up),
    depth: t('profile.depth'),
    caption: t('space.caption', { scale }),
  };
}

/** spaceOf is the scene of the readings. */
export function spaceOf(
  times: Pick<ComparedTimes, 'chosen' | 'curves' | 'current'>,
  readings: ReadonlyMap<number, ReadingRow>,
  shape: Shape,
  thresholds: readonly Threshold[],
  scale: number | null,
  decimals: number,
): Scene {
  const current = times.current === null ? undefined : readings.get(times.current);
  const levels = current ? levelsOf(current, thresholds) : new Map<number, Mark>();
  return sceneOf(curvesOf(times, readings, shape), levels, scale, decimals);
}
