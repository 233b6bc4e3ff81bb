import type { components } from '@/api/schema.gen';
import type { LatestValue } from '@/api/types';
import type { Mark } from '@/entities/alert/mark';
import type { AbnormalReading } from '@/entities/chart/edge-marks';
import type { Gap, Sample } from '@/entities/chart/gaps';
import type { ChartNote } from '@/entities/chart/note-areas';
import type { SeriesRanges } from '@/entities/chart/process-chart';
import type { Threshold } from '@/entities/chart/threshold-lines';

/** The data views by slug. */
export type PageSlug = components['schemas']['OverviewPoint']['pages'][number];

/** The data model of this feature's pages; `queries.ts` builds it from the server's responses. */

export type ValueType = 'observed' | 'accumulated' | 'change' | 'rate';

export interface FieldInfo {
  name: string;
  label: string;
  unit: string;
  decimals: number;
  /** Value types that a threshold may judge. */
  valueTypes: readonly string[];
}

export interface Statistics {
  count: number;
  abnormal: number;
  /** Share of the expected readings that came, 0 to 1; null without an interval. */
  completeness: number | null;
  min: { t: number; value: number } | null;
  max: { t: number; value: number } | null;
  mean: number | null;
}

/** One field (of one node) of a point over a period. */
export interface SeriesData {
  field: string;
  /** 0 for a point without nodes. */
  node: number;
  /** m; null for a point without nodes. */
  depth: number | null;
  /** The node no longer has this depth at the end of the range. */
  old: boolean;
  samples: readonly Sample[];
  gaps: readonly Gap[];
  abnormal: readonly AbnormalReading[];
  flags: ReadonlyMap<number, readonly string[]>;
  statistics: Statistics;
}

export interface MarkData {
  t: number;
  kind: string;
  id: number;
  note: string;
}

export interface SeriesAnswer {
  start: number;
  end: number;
  /** Time of the oldest reading of the point where it is in the range. */
  first: number | null;
  fields: readonly FieldInfo[];
  series: readonly SeriesData[];
  marks: readonly MarkData[];
  /** What people wrote about spans of time, where the view shows it. */
  notes?: readonly ChartNote[];
  thresholds: readonly Threshold[];
  ranges: SeriesRanges;
  /** Whether the server reduced the readings: zooming then fetches the detail. */
  reduced: boolean;
}

/** One whole reading: for tables and profiles. */
export interface ReadingRow {
  t: number;
  flags: readonly string[];
  /** By field; of a point without nodes. */
  values: Readonly<Record<string, number | null>>;
  nodes: readonly NodeRow[];
}

export interface NodeRow {
  no: number;
  depth: number | null;
  values: Readonly<Record<string, number | null>>;
}

export interface RowsAnswer {
  fields: readonly FieldInfo[];
  rows: readonly ReadingRow[];
  thresholds: readonly Threshold[];
  total: number;
}

/** A point as the tree, the header and the preview show it. */
export interface PointState {
  id: number;
  projectId: number;
  name: string;
  structureId: number;
  itemId: number;
  measurement: string;
  category: string;
  kind: string;
  level: number | null;
  judgement: LatestValue['judgement'];
  judgedBy: LatestValue['judgedBy'];
  held: LatestValue['held'];
  /** Time of the last valid reading, null before the first. */
  time: number | null;
  /** Collection interval, s; 0 when none is set. */
  interval: number;
  /** The main field and its values. */
  field: FieldInfo | null;
  /** The value type shown in lists. */
  main: 'observed' | 'accumulated' | 'rate';
  /** Changes cannot be shown without an initial value: observed values are shown instead. */
  noInitial: boolean;
  observed: number | null;
  accumulated: number | null;
  rate: number | null;
  /** Share of the red control value; null without one. */
  share: number | null;
  /** Arrays: the worst node and its depth in m. */
  node: { no: number; depth: number | null } | null;
  flags: readonly string[];
  health: string;
  /** Its pages, the default one first: the server decides. */
  pages: readonly PageSlug[];
}

export interface TreeBranch {
  kind: 'structure' | 'item';
  id: number;
  structureId: number;
  name: string;
  level: Mark;
  branches: readonly TreeBranch[];
  points: readonly PointState[];
}

/** A device that feeds the point now. */
export interface FeedDevice {
  id: number;
  name: string;
  sncode: string;
  model: string;
  type: string;
  state: string;
  health: string;
  voltage: number | null;
  /** The time of its last contact; null: never. */
  lastSeen: number | null;
}
