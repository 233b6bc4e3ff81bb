import type { components } from '@/api/schema.gen';
import type { PairProfile } from '@/entities/chart/pair-profile';
import type { ViewTexts } from '../../model/process-picture';
import type { Table } from '../../model/table';
import type { FieldInfo, PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';

export type Comparison = components['schemas']['ManualCompare'];

/** The displacements that a probe measures too. */
export const comparedFields = (fields: readonly FieldInfo[]): FieldInfo[] =>
  fields.filter(({ name }) => name === 'x' || name === 'y');

export const fieldOf = (
  fields: readonly FieldInfo[],
  { direction }: Pick<ViewState, 'direction'>,
): FieldInfo | null => {
  const all = comparedFields(fields);
  return all.find((one) => one.name === direction) ?? all[0] ?? null;
};

/** holesOf are the casings of the point's structure that are surveyed by hand, those of its item first. */
export function holesOf(points: readonly PointState[], { structureId, itemId }: PointState): PointState[] {
  const all = points.filter((one) => one.category === 'RDM' && one.structureId === structureId);
  return [...all.filter((one) => one.itemId === itemId), ...all.filter((one) => one.itemId !== itemId)];
}

/** holeOf is the chosen casing; otherwise one of the same item, or the only one of the structure. */
export function holeOf(
  holes: readonly PointState[],
  { itemId }: Pick<PointState, 'itemId'>,
  { points }: Pick<ViewState, 'points'>,
): PointState | null {
  const chosen = holes.find((one) => one.id === points[0]);
  return chosen ?? holes.find((one) => one.itemId === itemId) ?? (holes.length === 1 ? (holes[0] ?? null) : null);
}

/** What prevents a comparison; null: nothing does. */
export type Obstacle = 'noRun' | 'noReading' | 'noZero' | 'noDepth';

export function obstacleOf({ run, reading, zeroRun, statistics }: Comparison): Obstacle | null {
  if (run === 0) return 'noRun';
  if (reading === 0) return 'noReading';
  if (zeroRun === 0) return 'noZero';
  return statistics.count === 0 ? 'noDepth' : null;
}

/** profileOf draws manual and automatic results over depth. */
export function profileOf(
  { run, pairs }: Comparison,
  { unit, decimals }: Pick<FieldInfo, 'unit' | 'decimals'>,
  picked: number | null,
  t: ViewTexts,
): PairProfile {
  const nodes = pairs.map(({ depth, manual, automatic }) => ({ depth, first: manual, second: automatic }));
  return {
    ...{ first: t('manualCompare.manual'), second: t('manualCompare.automatic') },
    ...{ difference: t('manualCompare.difference'), depthName: t('profile.depth') },
    ...{ unit, decimals, curves: [{ t: run, nodes }], picked },
  };
}

interface CsvHeads {
  run: string;
  reading: string;
  zero: string;
  columns: readonly string[];
}

/** comparisonTable is the table with the times of what is compared. */
export function comparisonTable(
  { run, reading, zeroRun, pairs }: Comparison,
  heads: CsvHeads,
  timeText: (t: number) => string,
): Table {
  const value = (v: number | null) => (v === null ? '' : String(v));
  return [
    [heads.run, timeText(run)],
    [heads.reading, timeText(reading)],
    [heads.zero, timeText(zeroRun)],
    heads.columns,
    ...pairs.map((one) => [String(one.depth), value(one.manual), value(one.automatic), value(one.difference)]),
  ];
}
