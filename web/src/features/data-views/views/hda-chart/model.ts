import type { ChartConfigs } from '@/entities/chart/chart-settings';
import { typesFrom } from '../../model/main-value';
import type { ProcessRecipe } from '../../model/process-picture';
import type { FieldInfo, PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** lineRecipe: left the fields of one unit, right another one. */
export function lineRecipe(
  point: Pick<PointState, 'field' | 'main' | 'accumulated' | 'rate'>,
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  state: Pick<ViewState, 'fields' | 'right'>,
): ProcessRecipe {
  const main = point.field?.name ?? fields[0]?.name ?? '';
  const first = configs.fields?.length ? configs.fields : main ? [main] : [];
  const chosen = state.fields.length > 0 ? state.fields : first;
  const unit = fields.find((f) => f.name === chosen[0])?.unit;
  const left = chosen.filter((name) => (fields.find((f) => f.name === name)?.unit ?? unit) === unit);
  const info = fields.find((f) => f.name === left[0]);
  const changes = info?.valueTypes.includes('accumulated') ?? point.accumulated !== null;
  const rates = info?.valueTypes.includes('rate') ?? point.rate !== null;
  return {
    fields: left,
    right: state.right && !left.includes(state.right) ? [state.right] : [],
    nodes: [],
    stacked: false,
    types: typesFrom(point.main, { changes, rates }),
    dashed: [],
  };
}
