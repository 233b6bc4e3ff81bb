import type { Mark } from '@/entities/alert/mark';
import { type NiceAxis, niceAxis } from '@/entities/chart/nice-axis';
import type { Box, Vec } from './space';

/** A node of an array at one time; displacements in plan in the unit of the scene, null where it is missing. */
export interface SceneNode {
  no: number;
  /** m below the collar. */
  depth: number;
  right: number | null;
  up: number | null;
}

/** The array at one time. */
export interface SceneCurve {
  t: number;
  /** Its color in the palette. */
  color: number;
  current: boolean;
  /** From the collar down. */
  nodes: readonly SceneNode[];
}

export interface SceneTexts {
  /** Names of the axes, with their units. */
  right: string;
  up: string;
  depth: string;
  /** How far displacements are exaggerated. */
  caption: string;
}

/** An array in space: displacements in plan are exaggerated, depths are not. */
export interface Scene {
  curves: readonly SceneCurve[];
  /** Of the nodes at the current time. */
  levels: ReadonlyMap<number, Mark>;
  exaggeration: number;
  /** Displacements, the same on both axes of the plan. */
  reach: NiceAxis;
  depths: NiceAxis;
  box: Box;
  /** Of the deepest node, m. */
  length: number;
  decimals: number;
}

export const exaggerations = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** autoExaggeration makes the largest displacement, mm, a quarter of the length, m; within ×1 to ×1000. */
export function autoExaggeration(largest: number, length: number): number {
  if (!(largest > 0) || !(length > 0)) return 1;
  return Math.min(1000, Math.max(1, Math.round(length / 4 / (largest / 1000))));
}

const partsOf = (curves: readonly SceneCurve[]) =>
  curves.flatMap(({ nodes }) => nodes.flatMap(({ right, up }) => [Math.abs(right ?? 0), Math.abs(up ?? 0)]));

/** sceneOf places curves in space. Without a chosen exaggeration the largest displacement decides. */
export function sceneOf(
  curves: readonly SceneCurve[],
  levels: ReadonlyMap<number, Mark>,
  chosen: number | null,
  decimals: number,
): Scene {
  const length = Math.max(0, ...curves.flatMap(({ nodes }) => nodes.map((node) => node.depth))) || 1;
  const largest = Math.max(0, ...curves.flatMap(({ nodes }) => nodes.map((n) => Math.hypot(n.right ?? 0, n.up ?? 0))));
  const exaggeration = chosen ?? autoExaggeration(largest, length);
  // A plan of less than an eighth of the length would leave no room for its labels.
  const least = ((length / 8) * 1000) / exaggeration;
  const most = Math.max(least, ...partsOf(curves));
  const reach = niceAxis(-most, most, 6);
  const depths = niceAxis(0, length, 8);
  const box = { half: (reach.max * exaggeration) / 1000, depth: depths.max };
  return { curves, levels, exaggeration, reach, depths, box, length, decimals };
}

/** placeOf is where a node is drawn; null if its displacement is missing. */
export function placeOf({ right, up, depth }: SceneNode, exaggeration: number): Vec | null {
  if (right === null || up === null) return null;
  return [(right * exaggeration) / 1000, (up * exaggeration) / 1000, -depth];
}

/** runsOf are the unbroken parts of a curve. */
export function runsOf({ nodes }: SceneCurve, exaggeration: number): Vec[][] {
  const runs: Vec[][] = [[]];
  for (const node of nodes) {
    const at = placeOf(node, exaggeration);
    if (at) runs.at(-1)?.push(at);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** ticksOf are the ticks of an axis. */
export function ticksOf({ min, max, step }: NiceAxis): number[] {
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, i) => Number((min + i * step).toPrecision(12)));
}
