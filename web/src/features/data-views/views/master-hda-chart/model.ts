import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ProcessRecipe } from '../../model/process-picture';
import type { FieldInfo, PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { lineRecipe } from '../hda-chart/model';

/** masterRecipe: one field of the composite point; the right axis is that of its sub-points. */
export function masterRecipe(
  point: Pick<PointState, 'field' | 'main' | 'accumulated' | 'rate'>,
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  { fields: chosen }: Pick<ViewState, 'fields'>,
): ProcessRecipe {
  const recipe = lineRecipe(point, fields, configs, { fields: chosen, right: null });
  return { ...recipe, fields: recipe.fields.slice(0, 1) };
}
