import type { TopoNode } from './node';

/** A node on the picture: left edge, middle and width of its box, in pixels at zoom 1. */
export interface Placed {
  node: TopoNode;
  x: number;
  y: number;
  width: number;
  open: boolean;
}

export interface Layout {
  /** From top to bottom, each from left to right. */
  rows: Placed[][];
  byKey: Map<string, Placed>;
  width: number;
  height: number;
}

export const rowHeight = 30;
export const boxHeight = 24;
const boxWidth = 180;
/** Channels have short names. */
const channelWidth = 132;
/** Room for the lines between two columns. */
export const gap = 32;

/**
 * Lays out the expanded nodes from left to right. The first child is on its parent's row, the others below, so a chain
 * takes one row.
 */
export function layOut(roots: readonly TopoNode[], open: ReadonlySet<string>): Layout {
  const rows: Placed[][] = [];
  const byKey = new Map<string, Placed>();
  const columns: number[] = [];
  const visit = (node: TopoNode, column: number, row: number) => {
    const isOpen = open.has(node.key) && node.children.length > 0;
    const width = node.kind === 'channel' ? channelWidth : boxWidth;
    columns[column] = Math.max(columns[column] ?? 0, width);
    const placed = { node, x: column, y: row * rowHeight + rowHeight / 2, width, open: isOpen };
    byKey.set(node.key, placed);
    const beside = rows[row];
    if (beside) beside.push(placed);
    else rows[row] = [placed];
    if (!isOpen) return;
    node.children.forEach((child, index) => {
      visit(child, column + 1, index === 0 ? row : rows.length);
    });
  };
  for (const root of roots) visit(root, 0, rows.length);
  const starts = [0];
  for (const [column, width] of columns.entries()) starts.push((starts[column] ?? 0) + width + gap);
  for (const placed of byKey.values()) placed.x = starts[placed.x] ?? 0;
  return { rows, byKey, width: Math.max(0, (starts.at(-1) ?? 0) - gap), height: rows.length * rowHeight };
}

/** The rows visible between two heights. */
export function rowsBetween(count: number, top: number, bottom: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowHeight));
  return { from, to: Math.min(count, Math.max(from, Math.ceil(bottom / rowHeight))) };
}

/** The node at a position of the picture. */
export function nodeAt(layout: Layout, x: number, y: number): Placed | undefined {
  return layout.rows[Math.floor(y / rowHeight)]?.find((one) => x >= one.x && x <= one.x + one.width);
}
