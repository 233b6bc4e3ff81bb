import type { TopoNode } from './node';

/** A node on the picture: left edge and middle of its box, in pixels at zoom 1. */
export interface Placed {
  node: TopoNode;
  x: number;
  y: number;
  open: boolean;
}

export interface Layout {
  /** From top to bottom. */
  placed: Placed[];
  byKey: Map<string, Placed>;
  width: number;
  height: number;
}

export const rowHeight = 30;
export const boxHeight = 24;
export const boxWidth = 196;
const columnWidth = 244;

/** Lays open nodes out as a tree from left to right, one row a node, so that a parent stands over what it carries. */
export function layOut(roots: readonly TopoNode[], open: ReadonlySet<string>): Layout {
  const placed: Placed[] = [];
  const byKey = new Map<string, Placed>();
  let width = 0;
  const visit = (node: TopoNode, depth: number) => {
    const isOpen = open.has(node.key) && node.children.length > 0;
    const one = { node, x: depth * columnWidth, y: placed.length * rowHeight + rowHeight / 2, open: isOpen };
    placed.push(one);
    byKey.set(node.key, one);
    width = Math.max(width, one.x + boxWidth);
    if (isOpen) for (const child of node.children) visit(child, depth + 1);
  };
  for (const root of roots) visit(root, 0);
  return { placed, byKey, width, height: placed.length * rowHeight };
}

/** The rows of which something can be seen between two heights. */
export function rowsBetween(count: number, top: number, bottom: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowHeight));
  return { from, to: Math.min(count, Math.max(from, Math.ceil(bottom / rowHeight))) };
}

/** The node at a place of the picture. */
export function nodeAt(layout: Layout, x: number, y: number): Placed | undefined {
  const one = layout.placed[Math.floor(y / rowHeight)];
  return one && x >= one.x && x <= one.x + boxWidth ? one : undefined;
}
