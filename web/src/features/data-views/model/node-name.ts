/** A node of an array with its place; `old` if it no longer has this depth at the end of the range. */
interface Node {
  no: number;
  depth: number | null;
  old?: boolean;
}

export type NodeTexts = (key: 'node' | 'nodeOld', values: { no: number }) => string;

/** nodeWord names a node by its number. */
export const nodeWord = ({ no, old }: Pick<Node, 'no' | 'old'>, t: NodeTexts) => t(old ? 'nodeOld' : 'node', { no });

/** nodeName names a node by its depth, or by its number where it has none; an old one by both. */
export function nodeName(node: Node, t: NodeTexts): string {
  if (node.depth === null) return nodeWord(node, t);
  const depth = `${node.depth.toFixed(1)} m`;
  return node.old ? `${nodeWord(node, t)} ${depth}` : depth;
}

/** placeKey is a key of a node at one of its depths. */
export const placeKey = ({ node, depth, old }: { node: number; depth: number | null; old: boolean }) =>
  old ? `${node}@${depth}` : String(node);
