import { standsAlone } from './gaps';

/** One node of an array at one time. */
export interface ProfileNode {
  no: number;
  /** m below the collar. */
  depth: number;
  value: number | null;
}
/** The end of a chain that is taken as fixed. Affects the view only; stored data are unchanged. */
export type FixedEnd = 'stored' | 'bottom' | 'top';

/** refer re-zeroes a profile at one of its ends. */
export function refer(nodes: readonly ProfileNode[], end: FixedEnd): ProfileNode[] {
  if (end === 'stored') return [...nodes];
  const valid = nodes.filter((n) => n.value !== null);
  const base = (end === 'top' ? valid[0] : valid[valid.length - 1])?.value ?? 0;
  return nodes.map((n) => ({ ...n, value: n.value === null ? null : n.value - base }));
}

interface Place {
  no: number;
  depth: number | null;
}

/** sameNode reports whether two nodes are one: a number is another node where it has another depth. */
export const sameNode = (a: Place, b: Place): boolean =>
  a.no === b.no && (a.depth === b.depth || Math.abs((a.depth ?? Number.NaN) - (b.depth ?? Number.NaN)) < nearby);

/** The difference of depths in m that is noise. */
const nearby = 0.0005;

/** against subtracts the profile of a base time; a node missing from the base has no value. */
export function against(nodes: readonly ProfileNode[], base: readonly ProfileNode[] | null): ProfileNode[] {
  if (base === null) return [...nodes];
  return nodes.map((node) => {
    const from = base.find((one) => sameNode(one, node))?.value ?? null;
    return { ...node, value: node.value === null || from === null ? null : node.value - from };
  });
}

/**
 * perSegment returns the change along each segment below a node: the node's value minus that of the next deeper one.
 * It is 0 for the deepest node, and null if either value is missing.
 */
export function perSegment(nodes: readonly ProfileNode[]): ProfileNode[] {
  return nodes.map((node, i) => {
    const next = nodes[i + 1];
    if (!next) return { ...node, value: node.value === null ? null : 0 };
    return {
      ...node,
      value: node.value === null || next.value === null ? null : node.value - next.value,
    };
  });
}

/** extreme returns the node with the greatest absolute value. */
export function extreme(nodes: readonly ProfileNode[]): ProfileNode | null {
  let found: ProfileNode | null = null;
  for (const node of nodes) {
    if (node.value === null) continue;
    if (found === null || Math.abs(node.value) > Math.abs(found.value ?? 0)) found = node;
  }
  return found;
}

/** rampOpacity returns the opacity of the i-th of n compared times: from 34 % for the oldest to 84 %, 100 % for now. */
export function rampOpacity(i: number, n: number): number {
  if (i === n - 1) return 1;
  if (n <= 2) return 0.6;
  return 0.34 + (0.5 * i) / (n - 2);
}

/** equallySpaced picks n of the times, the first and the last among them. */
export function equallySpaced(times: readonly number[], n: number): number[] {
  if (times.length <= n) return [...times];
  const out: number[] = [];
  for (let i = 0; i < n; i++) {
    out.push(times[Math.round((i * (times.length - 1)) / (n - 1))] as number);
  }
  return out;
}

/** nodeSymbol is the symbol of a node: of earlier curves only nodes that stand alone have one. */
export function nodeSymbol(value: (at: number) => number | null | undefined, i: number, current: boolean): object {
  return current || standsAlone(value, i) ? {} : { symbol: 'none' };
}
