import { differenceOf, type PairNode } from '@/entities/chart/pair-profile';

export interface PairStatistics {
  count: number;
  /** The largest difference by its size, with its sign, and its depth in m. */
  worst: { difference: number; depth: number };
  mean: number;
  rms: number;
}

/** pairStatistics describes the differences of two results; null without any. */
export function pairStatistics(nodes: readonly PairNode[]): PairStatistics | null {
  const all = nodes.flatMap((node) => {
    const difference = differenceOf(node);
    return difference === null ? [] : [{ difference, depth: node.depth }];
  });
  const [first] = all;
  if (!first) return null;
  const worst = all.reduce((far, one) => (Math.abs(one.difference) > Math.abs(far.difference) ? one : far), first);
  const mean = all.reduce((sum, one) => sum + one.difference, 0) / all.length;
  const rms = Math.sqrt(all.reduce((sum, one) => sum + one.difference ** 2, 0) / all.length);
  return { count: all.length, worst, mean, rms };
}
