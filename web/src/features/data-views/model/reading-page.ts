import type { SeriesRanges } from '@/entities/chart/process-chart';
import type { ValueType } from './types';

/** One column of a table of readings. */
export interface TableColumn {
  field: string;
  /** The result field that a click in the column explains. */
  explains: string;
  node: number;
  depth: number | null;
  valueType: ValueType | 'raw';
  label: string;
  unit: string;
  decimals: number | undefined;
  /** The part of one segment of an array. */
  segment: boolean;
}

export interface ReadingRecord {
  time: number;
  flags: readonly string[];
  values: readonly (number | null)[];
}

export interface ReadingPage {
  columns: readonly TableColumn[];
  rows: readonly ReadingRecord[];
  total: number;
  /** Ranges of the instrument that decide whether readings count. */
  ranges: SeriesRanges;
}

/** groupByNode returns the heading over the columns of a node. */
export function groupByNode(column: Pick<TableColumn, 'node' | 'depth'>, nodeName: (no: number) => string): string {
  return column.depth === null ? nodeName(column.node) : `${nodeName(column.node)}·${column.depth.toFixed(1)} m`;
}
