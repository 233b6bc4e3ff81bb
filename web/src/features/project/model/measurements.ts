import type { MeasurementValue } from '@/api/stats';
import type { OverviewPoint } from '@/api/types';
import { asLevel, type Level } from '@/shared/theme/tokens';

/** What a project measures: how many points, the worst of them, and how bad. */
export interface MeasurementRow {
  measurement: string;
  count: number;
  level: Level;
  worst: OverviewPoint;
  /** The control value that its shown value is held against; null without one. */
  control: number | null;
}

/** The measurements as the server ranks them, the worst first. */
export function measurementRows(values: readonly MeasurementValue[]): MeasurementRow[] {
  return values.map(({ measurement, measuringPoints, level, worst, control }) => ({
    measurement,
    count: measuringPoints,
    level: asLevel(level),
    worst,
    control,
  }));
}
