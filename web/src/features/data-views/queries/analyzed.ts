import { useMemo } from 'react';
import { type AnalysisState, readingsOf } from '../model/analysis';
import { thresholdOf } from '../model/profile-rows';
import type { PointState } from '../model/types';
import { useFields } from './point';
import { useSeries } from './series';

/** useAnalyzed loads the readings of a point that are analyzed, as they are drawn behind what is computed from them. */
export function useAnalyzed(point: PointState, state: AnalysisState, every: number) {
  const fields = useFields(point);
  const { fields: chosen, nodes, type, base } = state;
  const readings = useMemo(
    () => readingsOf(point, fields, { fields: chosen, nodes, type, base }),
    [point, fields, chosen, nodes, type, base],
  );
  const query = useSeries({
    pointId: point.id,
    fields: readings ? [readings.field.name] : [],
    nodes: readings?.node ? [readings.node] : [],
    valueType: readings?.valueType ?? 'observed',
    base: readings?.base ?? null,
    includeAbnormal: false,
    interval: point.interval,
    range: state.range,
    every,
  });
  const answer = query.data;
  const series = answer?.series[0];
  const { field, valueType, node } = readings ?? {};
  return {
    fields,
    readings,
    query,
    answer,
    series,
    empty: answer !== undefined && (series?.samples.length ?? 0) === 0,
    threshold: answer && field && valueType ? thresholdOf(answer.thresholds, field.name, valueType, node) : null,
  };
}

export type Analyzed = ReturnType<typeof useAnalyzed>;
