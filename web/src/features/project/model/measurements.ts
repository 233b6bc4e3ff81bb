import type { OverviewPoint } from '@/api/types';
import { worstLevel, worstOf } from '@/shared/monitor/worst';
import type { Level } from '@/shared/theme/tokens';

/** What a project measures: how many points, the worst of them, and how bad. */
export interface MeasurementRow {
  measurement: string;
  count: number;
  level: Level;
  worst: OverviewPoint;
  /** The red control value of the worst point; undefined where it has none. */
  control: number | undefined;
}

/** The red control value that a share was taken of. */
export function controlValue(point: Pick<OverviewPoint, 'value' | 'share'>): number | undefined {
  if (point.value === null || !point.share) return undefined;
  return Math.abs(point.value) / point.share;
}

/** One row a measurement, the worst first. */
export function measurementRows(points: readonly OverviewPoint[]): MeasurementRow[] {
  const groups = new Map<string, OverviewPoint[]>();
  for (const point of points) groups.set(point.measurement, [...(groups.get(point.measurement) ?? []), point]);
  const rows: MeasurementRow[] = [];
  for (const [measurement, group] of groups) {
    const worst = worstOf(group);
    if (!worst) continue;
    rows.push({ measurement, count: group.length, level: worstLevel(group), worst, control: controlValue(worst) });
  }
  return rows.sort((a, b) => b.level - a.level || (b.worst.share ?? -1) - (a.worst.share ?? -1));
}
