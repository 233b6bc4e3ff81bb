import type { ProfileNode } from './profile-nodes';
import { splitByReach, type Threshold, thresholdLines } from './threshold-lines';

/** A limit that changes with depth: from the collar down, in steps; null where there is none. */
export interface DepthLimit {
  level: number;
  /** Value and depth. */
  points: ([number, number] | null)[];
}

/** Reports whether the limits differ between nodes. */
export const changesWithDepth = (thresholds: readonly Threshold[]): boolean =>
  thresholds.some(({ nodeRange }) => nodeRange);

/** The threshold that judges a node: the first one that names it, as in the server's judgement. */
export function thresholdAt(thresholds: readonly Threshold[], node: number): Threshold | undefined {
  return thresholds.find(({ nodeRange: range }) => !range || (node >= range[0] && node <= range[1]));
}

/**
 * The limits of an array whose nodes have different thresholds, on the side of the data. A limit changes halfway
 * between two nodes; limits that would flatten the curves are left out, as with constant ones.
 */
export function depthLimits(
  thresholds: readonly Threshold[],
  nodes: readonly ProfileNode[],
  extent: readonly [number, number],
): DepthLimit[] {
  const found = new Map<string, DepthLimit>();
  nodes.forEach((node, i) => {
    const above = nodes[i - 1];
    const below = nodes[i + 1];
    const top = above ? (above.depth + node.depth) / 2 : node.depth;
    const bottom = below ? (node.depth + below.depth) / 2 : node.depth;
    const threshold = thresholdAt(thresholds, node.no);
    const lines = threshold ? splitByReach(thresholdLines(threshold, extent), extent).drawn : [];
    const here = new Set<string>();
    for (const { level, value } of lines) {
      const key = `${level} ${lines.filter((line) => line.level === level && line.value < value).length}`;
      const limit = found.get(key) ?? { level, points: [] };
      found.set(key, limit);
      limit.points.push([value, top], [value, bottom]);
      here.add(key);
    }
    for (const [key, limit] of found) if (!here.has(key) && limit.points.at(-1)) limit.points.push(null);
  });
  return [...found.values()].sort((a, b) => a.level - b.level);
}
