interface Node {
  no: number;
  used: boolean;
  sn?: string;
  len?: number;
  twist?: number;
}

const most = 1024;

/** countNodes makes a list of nodes as long as wanted, numbered by place; what is there stays as it is. */
export function countNodes(nodes: readonly Node[], count: number): Node[] {
  const wanted = Math.max(0, Math.min(most, Math.round(count)));
  return Array.from({ length: wanted }, (_, i) => nodes[i] ?? { no: i + 1, used: true });
}
