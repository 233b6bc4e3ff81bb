import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { mainSeries, unitOf } from '../model/process-model';
import { type ProcessRecipe, processParts, valueTypeOf } from '../model/process-picture';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useSeries } from './series';

/** useProcess loads what a recipe draws, and every reading of the visible part if the server reduced them. */
export function useProcess(slug: string, point: PointState, state: ViewState, recipe: ProcessRecipe, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const valueType = valueTypeOf(recipe, state.type, configs);
  const wanted = {
    pointId: point.id,
    fields: [...recipe.fields, ...recipe.right],
    nodes: recipe.nodes,
    valueType,
    base: state.base,
    includeAbnormal: !state.hidden.includes('abnormal'),
    interval: point.interval,
    segment: recipe.segment ?? false,
  };
  const query = useSeries({ ...wanted, range: state.range, every });
  const answer = query.data;
  const zoomed = state.window !== null && answer?.reduced === true;
  const detail = useSeries({
    ...wanted,
    range: state.window ? { from: state.window[0], to: state.window[1] } : state.range,
    every: 0,
    enabled: zoomed,
  });
  const parts = useMemo(() => {
    if (!answer) return null;
    const fine = zoomed && detail.data ? detail.data : null;
    return processParts({ answer, detail: fine, recipe, valueType, point, configs }, t);
  }, [answer, detail.data, zoomed, valueType, recipe, point, configs, t]);
  const series = answer && mainSeries(answer.series, point);
  const field = answer?.fields.find((one) => one.name === series?.field);
  return {
    query,
    answer,
    parts,
    configs,
    valueType,
    wanted,
    /** Whether nothing in the range can be drawn. */
    empty: parts?.all.every((one) => one.samples.length + one.abnormal.length === 0) ?? true,
    /** The curve that statistics and explanation describe. */
    main: series && field ? { series, field, unit: unitOf(field, valueType) } : null,
  };
}

export type Process = ReturnType<typeof useProcess>;
