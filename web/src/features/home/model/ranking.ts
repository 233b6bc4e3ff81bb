import type { OverviewPoint, ProjectSummary } from '@/api/types';
import { asLevel, type Level } from '@/shared/theme/tokens';

/** One row of the ranked list: a project with its worst point, as far as that is known yet. */
export interface RankedProject {
  project: ProjectSummary;
  worst: OverviewPoint | undefined;
  level: Level;
  stale: boolean;
}

/** What the list is ordered by. */
export const orders = ['level', 'share', 'time'] as const;
export type Order = (typeof orders)[number];

function shareOf(row: RankedProject): number {
  return row.worst?.share ?? -1;
}

/** The rows in their order; rows that are alike keep the order in which they came, so that nothing jumps. */
export function ranked(rows: readonly RankedProject[], order: Order): RankedProject[] {
  const byLevel = (a: RankedProject, b: RankedProject) => b.level - a.level || shareOf(b) - shareOf(a);
  const comparers: Record<Order, (a: RankedProject, b: RankedProject) => number> = {
    level: byLevel,
    share: (a, b) => shareOf(b) - shareOf(a) || b.level - a.level,
    time: (a, b) => b.project.lastReading - a.project.lastReading,
  };
  return [...rows].sort(comparers[order]);
}

export function rankedProject(
  project: ProjectSummary,
  worst: OverviewPoint | undefined,
  stale: boolean,
): RankedProject {
  return { project, worst, level: asLevel(worst ? Math.max(worst.level, project.level) : project.level), stale };
}
