import type { ProjectStat } from '@/api/stats';

/** What the list is ordered by. */
export const orders = ['level', 'share', 'time'] as const;
export type Order = (typeof orders)[number];

/** The order as the server knows it; by level is its own. */
export const sortOf: Record<Order, string> = { level: '', share: '-share', time: '-lastReading' };

export function asOrder(value: string | null): Order {
  return orders.find((order) => order === value) ?? 'level';
}

/** Whether nothing tells how a project is: nothing of it is up to date, or nothing ever came. */
export function isSilent({ read, fresh, lastReading }: Pick<ProjectStat, 'read' | 'fresh' | 'lastReading'>): boolean {
  return fresh === 0 && (read > 0 || lastReading === 0);
}
