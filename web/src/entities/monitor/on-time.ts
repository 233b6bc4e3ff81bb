import type { ProjectStat } from '@/api/stats';

/**
 * The share of points expected to report whose newest reading is at most three intervals old; undefined if there are
 * none.
 */
export function onTimeShare(standings: readonly Pick<ProjectStat, 'read' | 'fresh' | 'waiting'>[]): number | undefined {
  const sum = (of: 'read' | 'fresh' | 'waiting') => standings.reduce((total, standing) => total + standing[of], 0);
  const expected = sum('read') + sum('waiting');
  return expected === 0 ? undefined : sum('fresh') / expected;
}
