import { type Scene, type SceneNode, sceneOf } from '@/entities/scene/scene';
import { type ComparedTimes, colorsOf } from '../../model/compared-times';
import type { PipeNode, PipeSurvey } from '../../model/pipe';

/** A pipe in space, m: where its middle is in plan, how high its highest node is, and which way it runs. */
export interface PipeSpace {
  scene: Scene;
  middle: { n: number; e: number };
  top: number;
  /** Degrees clockwise from north, from the first node to the last. */
  azimuth: number;
}

type Placed = PipeNode & { n: number; e: number; z: number };

const isPlaced = (node: PipeNode): node is Placed => node.n !== null && node.e !== null && node.z !== null;

/** Meters are drawn as they are: the scene takes mm, times its exaggeration. */
const meters = 1000;

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;

/** pipeSpace is the shape of a pipe at the compared surveys, true to scale; null without positions. */
export function pipeSpace(
  surveys: readonly PipeSurvey[],
  times: Pick<ComparedTimes, 'chosen' | 'curves' | 'current'>,
): PipeSpace | null {
  const shown = times.curves.flatMap((time) => surveys.filter((one) => one.time === time));
  const placed = shown.flatMap(({ nodes }) => nodes.filter(isPlaced));
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last) return null;
  const middle = { n: middleOf(placed.map(({ n }) => n)), e: middleOf(placed.map(({ e }) => e)) };
  const top = Math.max(...placed.map(({ z }) => z));
  const colors = colorsOf(times);
  const at = (node: PipeNode): SceneNode =>
    isPlaced(node)
      ? { no: node.no, depth: top - node.z, right: node.e - middle.e, up: node.n - middle.n }
      : { no: node.no, depth: 0, right: null, up: null };
  const curves = shown.map(({ time, nodes }) => ({
    ...{ t: time, color: colors.get(time) ?? 0, current: time === times.current, nodes: nodes.map(at) },
  }));
  const azimuth = (Math.atan2(last.e - first.e, last.n - first.n) * 180) / Math.PI;
  return { scene: sceneOf(curves, new Map(), meters, 2), middle, top, azimuth };
}
