import type { ChartConfigs } from '@/entities/chart/chart-settings';
import { typesFrom } from '../../model/main-value';
import { smooth } from '../../model/process-model';
import type { ProcessRecipe, ViewTexts } from '../../model/process-picture';
import { worstNodes } from '../../model/profile-rows';
import type { FieldInfo, PointState, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** componentOf is the component of an array that a view shows. */
export function componentOf(
  point: Pick<PointState, 'field'>,
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  state: Pick<ViewState, 'fields'>,
): string {
  return state.fields[0] ?? configs.fields?.[0] ?? point.field?.name ?? fields[0]?.name ?? '';
}

/** nodesShown returns the nodes to draw: the chosen ones, those of the settings, or the five worst. */
export function nodesShown(
  state: Pick<ViewState, 'nodes'>,
  configs: ChartConfigs,
  latest: ReadingRow | null | undefined,
  component: string,
): number[] {
  if (state.nodes.length > 0) return state.nodes;
  if (configs.nodes?.length) return configs.nodes;
  return latest ? worstNodes(latest, component, 5) : [];
}

/** componentRecipe: one component of chosen nodes of an array. */
export function componentRecipe(
  point: Pick<PointState, 'noInitial' | 'main' | 'field' | 'observed' | 'accumulated'>,
  fields: readonly FieldInfo[],
  component: string,
  nodes: number[],
  { right, mode }: Pick<ViewState, 'right' | 'mode'>,
  t: ViewTexts,
): ProcessRecipe {
  const changes = fields.find((f) => f.name === component)?.valueTypes.includes('accumulated') ?? false;
  // Without an initial value observed values are shown, if the component has some.
  const none = point.noInitial && (component !== point.field?.name || point.observed !== null);
  const types = typesFrom(none ? 'observed' : point.main, { changes, rates: changes });
  // The main field may be a change that has no observed value.
  const unobserved = component === point.field?.name && point.observed === null && point.accumulated !== null;
  return {
    fields: [component],
    right: right && right !== component ? [right] : [],
    nodes,
    stacked: false,
    // An azimuth is that of a change.
    types: component === 'azi' ? ['accumulated'] : types.filter((type) => type !== 'observed' || !unobserved),
    dashed: component === 'y' ? ['y'] : [],
    refine: (series) =>
      mode === 'median3' || mode === 'mean24'
        ? series.map((one) => ({ ...smooth(one, mode), name: `${one.name} ${t(`smooth.${mode}`)}` }))
        : series,
  };
}
