import type { SeriesRanges } from '@/entities/chart/process-chart';
import { type NodeTexts, nodeWord } from './node-name';
import type { ValueType } from './types';

/** One column of a table of readings. */
export interface TableColumn {
  field: string;
  /** The result field that a click in the column explains. */
  explains: string;
  node: number;
  depth: number | null;
  /** The node no longer has this depth at the end of the range. */
  old: boolean;
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
export function groupByNode({ node, depth, old }: Pick<TableColumn, 'node' | 'depth' | 'old'>, t: NodeTexts): string {
  const name = nodeWord({ no: node, old }, t);
  return depth === null ? name : `${name}·${depth.toFixed(1)} m`;
}
