import type { components } from '@/api/schema.gen';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ProfilePlot } from '@/entities/chart/profile-plot';
import type { ViewTexts } from '../../model/process-picture';
import { nodesOf } from '../../model/profile-rows';
import { aligned, isFixedAtTop, type Survey, surveyRow } from '../../model/surveys';
import type { FieldInfo, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';

export const directions = ['ab', 'x', 'y'] as const;
export type Direction = (typeof directions)[number];

/** pipeDirection is what is drawn: both axes side by side, or one; a casing with one axis has that one. */
export function pipeDirection(fields: readonly FieldInfo[], { direction }: Pick<ViewState, 'direction'>): Direction {
  if (!fields.some(({ name }) => name === 'y')) return 'x';
  return directions.find((one) => one === direction) ?? 'ab';
}

/** pipeRows are the shapes of surveys by time, aligned at the fixed end. */
export function pipeRows(surveys: readonly Survey[]): Map<number, ReadingRow> {
  const rows = surveys.map((one) => surveyRow(one, 'shape'));
  return new Map(aligned(rows, surveys.some(isFixedAtTop)).map((row) => [row.t, row]));
}

type DesignStation = components['schemas']['PointDesignStation'];

/** designOf is the design line along an axis; a casing without one has none. */
const designOf = (line: readonly DesignStation[], axis: 'x' | 'y', name: string): ProfilePlot['design'] =>
  line.length > 0
    ? { name, nodes: line.map((one) => ({ depth: one.depth, value: (axis === 'x' ? one.offsetA : one.offsetB) ?? 0 })) }
    : undefined;

/** pipePlots are the shape over depth along A and B. */
export function pipePlots(
  rows: ReadonlyMap<number, ReadingRow>,
  times: readonly number[],
  direction: Direction,
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  design: readonly DesignStation[],
  t: ViewTexts,
): ProfilePlot[] {
  const plot = (axis: 'x' | 'y'): ProfilePlot => ({
    name: t(`survey.shape.${axis}`),
    unit: 'mm',
    decimals: configs.decimals ?? fields.find(({ name }) => name === axis)?.decimals ?? 2,
    thresholds: [],
    design: designOf(design, axis, t('survey.design')),
    curves: times.flatMap((time) => {
      const row = rows.get(time);
      return row ? [{ t: time, nodes: nodesOf(row, axis) }] : [];
    }),
  });
  return direction === 'ab' ? [plot('x'), plot('y')] : [plot(direction)];
}
