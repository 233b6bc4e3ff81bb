import type { ProjectStat } from '@/api/stats';

/** The orders of the list. */
export const orders = ['level', 'share', 'time'] as const;
export type Order = (typeof orders)[number];

/** The server's sort parameter; by level is its default. */
export const sortOf: Record<Order, string> = { level: '', share: '-share', time: '-lastReading' };

export function asOrder(value: string | null): Order {
  return orders.find((order) => order === value) ?? 'level';
}

/** Reports whether a project has no current data: all of it is stale or missing. */
export function isSilent({ read, fresh, lastReading }: Pick<ProjectStat, 'read' | 'fresh' | 'lastReading'>): boolean {
  return fresh === 0 && (read > 0 || lastReading === 0);
}
