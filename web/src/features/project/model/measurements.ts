import type { MeasurementValue } from '@/api/stats';
import type { OverviewPoint } from '@/api/types';
import { type Mark, tallyMark } from '@/entities/alert/mark';

/** A measurement of a project: its point count, worst point and level. */
export interface MeasurementRow {
  measurement: string;
  count: number;
  /** Points judged by a threshold. */
  judged: number;
  level: Mark;
  worst: OverviewPoint;
  /** The control value that its shown value is compared with; null without one. */
  control: number | null;
}

/** The measurements as the server ranks them, the worst first. */
export function measurementRows(values: readonly MeasurementValue[]): MeasurementRow[] {
  return values.map((value) => ({
    measurement: value.measurement,
    count: value.measuringPoints,
    judged: value.judged,
    level: tallyMark(value),
    worst: value.worst,
    control: value.control,
  }));
}
