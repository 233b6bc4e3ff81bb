import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ProcessRecipe, ViewTexts } from '../../model/process-picture';
import type { FieldInfo, PointState, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { componentOf, componentRecipe, nodesShown } from '../adm-prop/model';

const axes = ['x', 'y', 'res'];

/** surveyComponents are the directions of a casing. */
export const surveyComponents = (fields: readonly FieldInfo[]) => fields.filter(({ name }) => axes.includes(name));

interface Known {
  point: PointState;
  fields: readonly FieldInfo[];
  configs: ChartConfigs;
  latest: ReadingRow | null | undefined;
}

/** surveyRecipe: one direction at chosen depths, with a dot at each survey. */
export function surveyRecipe(
  { point, fields, configs, latest }: Known,
  state: ViewState,
  t: ViewTexts,
): { component: string; nodes: number[]; recipe: ProcessRecipe } {
  const known = surveyComponents(fields);
  const asked = componentOf(point, known, configs, state);
  const component = known.some(({ name }) => name === asked) ? asked : (known[0]?.name ?? '');
  const nodes = nodesShown(state, configs, latest, component);
  const recipe = componentRecipe(point, known, component, nodes, { right: null, mode: null }, t);
  return { component, nodes, recipe: { ...recipe, visits: true } };
}
