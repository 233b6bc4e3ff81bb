import { factorBetween } from '@/entities/configuration/editor';
import { cellsOf, numberOf } from '@/ui/form/paste';
import { limitNames } from '@/ui/theme/tokens';
import type { PointThresholds } from './queries';

export type Threshold = PointThresholds['thresholds'][number];

/** One threshold of one point in the grid; index is its place among those of the point. */
export interface Line {
  key: string;
  pointId: number;
  name: string;
  measurement: string;
  /** Unit of water level changes; empty for the field's unit. */
  changeUnit: string;
  index: number;
  row: Threshold | null;
}

export type LevelName = (typeof limitNames)[number];

/** Edited thresholds by point: always the point's whole list. */
export type Edits = ReadonlyMap<number, Threshold[]>;

/** linesOf lays thresholds out, one line each; a point without any has one empty line. */
export function linesOf(points: readonly PointThresholds[], edits: Edits): Line[] {
  return points.flatMap((point) => {
    const list = edits.get(point.measuringPointId) ?? point.thresholds;
    const rows: (Threshold | null)[] = list.length > 0 ? list : [null];
    return rows.map((row, index) => ({
      key: `${point.measuringPointId}:${index}`,
      pointId: point.measuringPointId,
      name: point.name,
      measurement: point.measurement,
      changeUnit: point.changeUnit,
      index,
      row,
    }));
  });
}

/**
 * limitsOf parses a block of cells copied from a spreadsheet; null is an empty cell, undefined one that is not a
 * number.
 */
export function limitsOf(text: string): (number | null | undefined)[][] {
  return cellsOf(text).map((row) => row.map((cell) => (cell === '' ? null : (numberOf(cell) ?? undefined))));
}

/**
 * pasted writes a block of cells into the grid, starting at a line and level. Cells that are not numbers, and lines
 * without a threshold, are unchanged.
 */
export function pasted(
  lines: readonly Line[],
  edits: Edits,
  points: readonly PointThresholds[],
  at: { line: number; level: number },
  cells: readonly (readonly (number | null | undefined)[])[],
): Map<number, Threshold[]> {
  const out = new Map(edits);
  for (const [down, row] of cells.entries()) {
    const line = lines[at.line + down];
    if (!line?.row) continue;
    const list = [...(out.get(line.pointId) ?? listOf(points, line.pointId))];
    const changed = { ...(list[line.index] ?? line.row) };
    for (const [right, value] of row.entries()) {
      const level = limitNames[at.level + right];
      if (level && value !== undefined) changed[level] = value;
    }
    list[line.index] = { ...changed, source: 'batch' };
    out.set(line.pointId, list);
  }
  return out;
}

/** unread counts the cells of a block that are not numbers, in the level columns from the first one on. */
export function unread(cells: readonly (readonly (number | null | undefined)[])[], level: number): number {
  return cells.flatMap((row) => row.slice(0, limitNames.length - level)).filter((cell) => cell === undefined).length;
}

export function listOf(points: readonly PointThresholds[], pointId: number): Threshold[] {
  return points.find((point) => point.measuringPointId === pointId)?.thresholds ?? [];
}

type Unit = Pick<PointThresholds, 'measuringPointId' | 'changeUnit'>;

/** copied applies another point's thresholds to points, converted to each one's unit. */
export function copied(
  edits: Edits,
  source: readonly Threshold[],
  from: Pick<Unit, 'changeUnit'>,
  targets: readonly Unit[],
): Map<number, Threshold[]> {
  const out = new Map(edits);
  for (const to of targets)
    out.set(
      to.measuringPointId,
      source.map((row) => ({ ...scaled(row, factorBetween(row.field, row.valueType, from, to)), source: 'batch' })),
    );
  return out;
}

function scaled(row: Threshold, factor: number): Threshold {
  if (factor === 1) return row;
  const turned = (value: number | null) => (value === null ? null : Number((value * factor).toPrecision(12)));
  const limits = (from: Pick<Threshold, LevelName>) => ({
    blue: turned(from.blue),
    yellow: turned(from.yellow),
    orange: turned(from.orange),
    red: turned(from.red),
  });
  return {
    ...row,
    ...limits(row),
    ...(row.lower ? { lower: limits(row.lower) } : {}),
    ...(row.restoreMargin ? { restoreMargin: turned(row.restoreMargin) ?? 0 } : {}),
    ...(row.reference ? { reference: turned(row.reference) ?? 0 } : {}),
  };
}
