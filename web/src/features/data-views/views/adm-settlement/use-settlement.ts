import { useMemo } from 'react';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useExplained } from '../../queries/explanation';
import { useEngineering, useFields, usePointVersion, useThresholds } from '../../queries/point';
import { useReadings } from '../../queries/readings';
import {
  type LineReference,
  limitsOf,
  lineCurves,
  lineLines,
  lineLook,
  storedBoundary,
  surveyOf,
  wantedFields,
} from './model';

type Schemas = components['schemas'];

const noTimes: number[] = [];
const observedOnly = ['observed'] as const;

/** useSettlement reads what the settlement of a line draws and lists. */
export function useSettlement(slug: string, point: PointState, state: ViewState, every: number) {
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const processor = usePointVersion<Schemas['PointProcessor']>(point, 'processor', times.current);
  const formula = usePointVersion<Schemas['PointFormula']>(point, 'formula', times.current);
  const engineering = useEngineering(point.structureId, point.id, times.current);
  const look = useMemo(() => lineLook(point, fields, state), [point, fields, state]);
  const type = look?.type ?? 'observed';
  const valueTypes = useMemo(() => [type, 'observed'] as const, [type]);
  const wanted = useMemo(() => wantedFields(look, fields), [look, fields]);
  const readings = useReadings({ pointId: point.id, times: times.wanted, valueTypes, fields: wanted });
  const stored = storedBoundary(processor?.fixedEnd);
  const undone = stored === 'both' && look?.boundary != null && look.boundary !== 'both';
  const shapes = useReadings({
    pointId: point.id,
    times: undone ? times.wanted : noTimes,
    valueTypes: observedOnly,
    fields: wanted,
  });
  const field = look?.field.name ?? '';
  const farNode = useMemo(() => {
    const nodes = readings.data?.values().next().value?.nodes ?? [];
    return Math.max(0, ...nodes.map((node) => node.no));
  }, [readings.data]);
  const initial = useExplained({
    pointId: point.id,
    field,
    node: farNode,
    time: undone ? times.current : null,
    valueType: 'accumulated',
  })?.initial;
  const drawn = useMemo(() => {
    if (!look || !readings.data) return null;
    const at = (time: number | null) => (time === null ? undefined : readings.data.get(time)) ?? null;
    const reference: LineReference = {
      base: look.type === 'accumulated' ? at(times.base) : null,
      boundary: look.boundary,
      stored,
      survey: surveyOf(formula?.rules ?? []),
      rise: (time) => {
        const far = shapes.data?.get(time)?.nodes.find(({ no }) => no === farNode)?.values[field] ?? null;
        return far === null || typeof initial !== 'number' ? null : far - initial;
      },
    };
    const current = at(times.current);
    return {
      reference,
      curves: lineCurves({ look, times: times.curves, readings: readings.data, reference }),
      limits: limitsOf(look, reference, thresholds),
      lines: current ? lineLines(current, at(times.before), look, reference, thresholds) : [],
    };
  }, [look, readings.data, shapes.data, initial, farNode, field, times, stored, formula, thresholds]);
  return {
    query,
    /** Times of all readings of the range. */
    all,
    times,
    configs,
    look,
    stored,
    drawn,
    chainage: engineering?.chainage,
    /** Both ends were asked for, but no levelling is known. */
    unsurveyed: look?.boundary === 'both' && formula !== undefined && drawn?.reference.survey === null,
    loading: query.isPending || (all.length > 0 && !drawn),
    busy: (query.isFetching || readings.isFetching) && all.length > 0,
  };
}

export type Settlement = ReturnType<typeof useSettlement>;
