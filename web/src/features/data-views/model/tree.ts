import { type Mark, pointMark } from '@/entities/alert/mark';
import type { PointState, TreeBranch } from './types';

/** One visible line of the tree. */
export interface TreeLine {
  key: string;
  kind: 'structure' | 'item' | 'point';
  depth: number;
  name: string;
  level: Mark;
  /** Points below, for branches. */
  count: number;
  open: boolean;
  /** Position among its siblings and their number, for screen readers. */
  position: number;
  siblings: number;
  point: PointState | null;
  branch: TreeBranch | null;
}

export interface TreeFilter {
  text: string;
  /** Levels to show; empty shows all. */
  levels: ReadonlySet<number>;
}

export const branchKey = (branch: Pick<TreeBranch, 'kind' | 'id'>) => `${branch.kind}:${branch.id}`;
export const pointKey = (id: number) => `point:${id}`;

/** countLevels counts the judged points by level, 0 to 4. */
export function countLevels(points: Iterable<PointState>): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { level } of points) if (level !== null) counts[level] = (counts[level] ?? 0) + 1;
  return counts;
}

/** allPoints walks the points of branches, in the order of the tree. */
export function* allPoints(branches: readonly TreeBranch[]): Generator<PointState> {
  for (const branch of branches) {
    yield* branch.points;
    yield* allPoints(branch.branches);
  }
}

/** findBranch looks up a branch by its key. */
export function findBranch(branches: readonly TreeBranch[], key: string): TreeBranch | null {
  for (const branch of branches) {
    if (branchKey(branch) === key) return branch;
    const found = findBranch(branch.branches, key);
    if (found) return found;
  }
  return null;
}

function matches(point: PointState, filter: TreeFilter, measurementName: (code: string) => string): boolean {
  if (filter.levels.size > 0 && (point.level === null || !filter.levels.has(point.level))) return false;
  if (filter.text === '') return true;
  const text = filter.text.toLowerCase();
  return point.name.toLowerCase().includes(text) || measurementName(point.measurement).toLowerCase().includes(text);
}

/**
 * visibleLines flattens the tree to its visible lines. With a filter, branches without a match are hidden and the
 * others expanded; without one, `closed` names the collapsed ones.
 */
export function visibleLines(
  branches: readonly TreeBranch[],
  closed: ReadonlySet<string>,
  filter: TreeFilter,
  measurementName: (code: string) => string,
): TreeLine[] {
  const filtering = filter.text !== '' || filter.levels.size > 0;
  const walk = (list: readonly TreeBranch[], depth: number): TreeLine[] => {
    const out: TreeLine[][] = [];
    for (const branch of list) {
      const points = branch.points.filter((p) => !filtering || matches(p, filter, measurementName));
      const below = walk(branch.branches, depth + 1);
      const inside = below.filter((l) => l.kind === 'point').length;
      if (filtering && points.length === 0 && inside === 0) continue;
      const key = branchKey(branch);
      const open = filtering || !closed.has(key);
      const count = filtering ? points.length + inside : [...allPoints([branch])].length;
      const line: TreeLine = {
        key,
        kind: branch.kind,
        depth,
        name: branch.name,
        level: branch.level,
        count,
        open,
        position: 0,
        siblings: 0,
        point: null,
        branch,
      };
      const children = open
        ? [
            ...below,
            ...points.map(
              (p, i): TreeLine => ({
                key: pointKey(p.id),
                kind: 'point',
                depth: depth + 1,
                name: p.name,
                level: pointMark(p.level, p.time),
                count: 0,
                open: false,
                position: i + 1,
                siblings: points.length,
                point: p,
                branch: null,
              }),
            ),
          ]
        : [];
      out.push([line, ...children]);
    }
    return out.flatMap((group, i) => {
      const [head, ...rest] = group;
      return head ? [{ ...head, position: i + 1, siblings: out.length }, ...rest] : [];
    });
  };
  return walk(branches, 0);
}

/** worstFirst sorts points as the preview does: level, then the share of the red control value. */
export function worstFirst(points: readonly PointState[]): PointState[] {
  return [...points].sort(
    (a, b) =>
      (b.level ?? -1) - (a.level ?? -1) ||
      (b.share ?? -1) - (a.share ?? -1) ||
      Math.abs(b.accumulated ?? 0) - Math.abs(a.accumulated ?? 0) ||
      a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

/** findPlace looks up a point with the names of its structure and item; null: the tree has no such point. */
export function findPlace(
  branches: readonly TreeBranch[],
  pointId: number,
): { point: PointState; place: string } | null {
  for (const branch of branches) {
    const point = branch.points.find(({ id }) => id === pointId);
    if (point) return { point, place: branch.name };
    const below = findPlace(branch.branches, pointId);
    if (below) return below;
  }
  return null;
}
