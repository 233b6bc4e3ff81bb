import type { MeasurementValue } from '@/api/stats';
import type { OverviewPoint } from '@/api/types';
import { asLevel, type Level } from '@/shared/theme/tokens';

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

/** The measurements as the server ranks them, the worst first. */
export function measurementRows(values: readonly MeasurementValue[]): MeasurementRow[] {
  return values.map(({ measurement, measuringPoints, level, worst }) => ({
    measurement,
    count: measuringPoints,
    level: asLevel(level),
    worst,
    control: controlValue(worst),
  }));
}
