import type { components } from '@/api/schema.gen';
import { type Mark, pointMark } from '@/entities/alert/mark';

type TreeNode = components['schemas']['TreeNode'];

/** An entry that can be placed on a drawing or the map. */
export interface Entry {
  id: number;
  name: string;
  kind: 'project' | 'structure' | 'item' | 'point';
  level: Mark;
  placed: boolean;
}

/** A structure or item with drawings, named with its parent. */
export interface Owner {
  id: number;
  name: string;
  parent?: string;
}

/** Structures and items of a project's tree, items behind their structure. */
export function ownersOf(tree: readonly TreeNode[]): Owner[] {
  return tree.flatMap((structure) => [
    { id: structure.id, name: structure.name },
    ...structure.children
      .filter(({ kind }) => kind === 'item')
      .map((item) => ({ id: item.id, name: item.name, parent: structure.name })),
  ]);
}

function pointsIn(node: TreeNode): TreeNode[] {
  return node.kind === 'point' ? [node] : node.children.flatMap(pointsIn);
}

/** The points of a structure with its items, or of an item; all of the project without an id. */
export function pointsBelow(tree: readonly TreeNode[], ownerId?: number): TreeNode[] {
  if (ownerId === undefined) return tree.flatMap(pointsIn);
  for (const structure of tree) {
    const found = structure.id === ownerId ? structure : structure.children.find(({ id }) => id === ownerId);
    if (found) return pointsIn(found);
  }
  return [];
}

/** Points as entries of a list, in the tree's order. */
export function pointEntries(points: readonly TreeNode[], placed: ReadonlySet<number>): Entry[] {
  return points.map(({ id, name, level, lastReading }) => ({
    id,
    name,
    kind: 'point',
    level: pointMark(level, lastReading),
    placed: placed.has(id),
  }));
}

/** The next entry without a position, in the list's order. */
export function nextUnplaced(entries: readonly Entry[], after: number): Entry | undefined {
  const index = entries.findIndex(({ id }) => id === after);
  const order = [...entries.slice(index + 1), ...entries.slice(0, Math.max(index, 0))];
  return order.find(({ placed, id }) => !placed && id !== after);
}
