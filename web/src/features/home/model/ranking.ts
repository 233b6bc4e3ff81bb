import type { ProjectStat } from '@/api/stats';

/** What the list is ordered by. */
export const orders = ['level', 'share', 'time'] as const;
export type Order = (typeof orders)[number];

/** The order as the server knows it; by level is its own. */
export const sortOf: Record<Order, string> = { level: '', share: '-share', time: '-lastReading' };

export function asOrder(value: string | null): Order {
  return orders.find((order) => order === value) ?? 'level';
}

/** Whether nothing of a project is up to date any more. */
export function isSilent({ read, fresh }: Pick<ProjectStat, 'read' | 'fresh'>): boolean {
  return read > 0 && fresh === 0;
}

/** Share of the points with readings that came within three intervals; undefined without any. */
export function upToDateOf(projects: readonly Pick<ProjectStat, 'read' | 'fresh'>[]): number | undefined {
  const read = projects.reduce((sum, project) => sum + project.read, 0);
  return read === 0 ? undefined : projects.reduce((sum, project) => sum + project.fresh, 0) / read;
}
