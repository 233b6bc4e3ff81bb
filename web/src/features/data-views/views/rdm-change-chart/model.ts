import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ProfileStrip } from '@/entities/chart/profile-strip';
import { typedFields } from '../../model/profile';
import { between, deviation, isFixedAtTop, mostScatter, perDay, type Survey, surveyRow } from '../../model/surveys';
import type { FieldInfo, ReadingRow, ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';

export const types = ['accumulated', 'change', 'rate'] as const;
export type ChangeType = (typeof types)[number];

/** changeType is the kind of change that is drawn. */
export const changeType = ({ type }: Pick<ViewState, 'type'>): ChangeType =>
  types.find((one) => one === type) ?? 'accumulated';

const axes = ['x', 'y', 'res'];

/** surveyFields are the fields of a casing, with the unit of the kind of change. */
export function surveyFields(fields: readonly FieldInfo[], type: ValueType): FieldInfo[] {
  return typedFields(
    fields.filter(({ name }) => axes.includes(name)),
    type,
  );
}

/** surveyConfigs are the settings of the point's chart, with plots of A and B unless it has others. */
export function surveyConfigs(configs: ChartConfigs): ChartConfigs {
  const known = (name: string | undefined, usual: string) => (name && axes.includes(name) ? name : usual);
  return {
    ...configs,
    profileChart1LMetric: known(configs.profileChart1LMetric, 'x'),
    profileChart1RMetric: known(configs.profileChart1RMetric, 'y'),
  };
}

/** changeRows are the changes of surveys by time: since the initial value, or since the survey before each. */
export function changeRows(surveys: readonly Survey[], type: ChangeType, noInitial: boolean): Map<number, ReadingRow> {
  const rows = surveys.map((one) => surveyRow(one, noInitial && type !== 'accumulated' ? 'shape' : 'change'));
  if (type === 'accumulated') return new Map(rows.map((row) => [row.t, row]));
  return new Map(
    rows.flatMap((row, i) => {
      const before = rows[i - 1];
      if (!before) return [];
      const change = between(row, before, isFixedAtTop(surveys[i] as Survey));
      return [[row.t, type === 'rate' ? perDay(change, before.t) : change] as const];
    }),
  );
}

/** checksumStrip is the distance of each checksum from the mean of a survey, along the direction on view. */
export function checksumStrip(
  survey: Survey | undefined,
  { mode, direction }: Pick<ViewState, 'mode' | 'direction'>,
  name: (axis: string) => string,
): ProfileStrip | null {
  if (!survey) return null;
  const axis = mode === 'segment' && direction === 'y' ? 'b' : 'a';
  const nodes = survey.nodes.map((node) => ({ no: node.no, depth: node.depth, value: deviation(survey, node, axis) }));
  return { name: name(axis.toUpperCase()), nodes, limit: mostScatter };
}
