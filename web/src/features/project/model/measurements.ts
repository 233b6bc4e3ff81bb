import type { MeasurementValue } from '@/api/stats';
import type { OverviewPoint } from '@/api/types';
import { type Mark, tallyMark } from '@/entities/alert/mark';

/** What a project measures: how many points, the worst of them, and how bad. */
export interface MeasurementRow {
  measurement: string;
  count: number;
  /** Of them, those that a threshold judges. */
  judged: number;
  level: Mark;
  worst: OverviewPoint;
  /** The control value that its shown value is held against; null without one. */
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
