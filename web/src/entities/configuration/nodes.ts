interface Node {
  no: number;
  used: boolean;
  sn?: string;
  len?: number;
  twist?: number;
}

const most = 1024;

/** countNodes resizes a list of nodes, numbered by position; existing nodes are unchanged. */
export function countNodes(nodes: readonly Node[], count: number): Node[] {
  const wanted = Math.max(0, Math.min(most, Math.round(count)));
  return Array.from({ length: wanted }, (_, i) => nodes[i] ?? { no: i + 1, used: true });
}
