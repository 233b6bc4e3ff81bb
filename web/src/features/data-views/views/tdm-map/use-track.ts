import { useMemo } from 'react';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import type { Sample } from '@/entities/chart/gaps';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useFields, usePointVersion } from '../../queries/point';
import { useWholeSeries, type Wanted } from '../../queries/whole-series';
import { observedFields, stopsOf, trackOf, usualHdop, usualStep } from './model';

type Schemas = components['schemas'];

const nothing = { series: [] as { field: string; samples: readonly Sample[] }[] };

/** useTrack reads the fixes of a tracker in a range, and what belongs to them. */
export function useTrack(slug: string, point: PointState, state: ViewState, every: number) {
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const processor = usePointVersion<Schemas['PointProcessor']>(point, 'processor', point.time);
  const formula = usePointVersion<Schemas['PointFormula']>(point, 'formula', point.time);
  const wanted = useMemo((): Wanted => {
    const computed = observedFields.filter((name) => fields.some((field) => field.name === name));
    if (!computed.includes('lat')) return [];
    const changes: Wanted = point.noInitial ? [] : [['accumulated', ['moved']]];
    return [['observed', computed], ['raw', ['lat', 'hdop']], ...changes];
  }, [fields, point.noInitial]);
  const query = useWholeSeries(point.id, wanted, state.range, every);
  const minStep = processor?.minStep || usualStep;
  const hdopLimit = formula?.rules.find((rule) => rule.sysFormula === 'TRAJECTORY')?.params?.hdopLimit ?? usualHdop;
  const track = useMemo(() => {
    if (!query.data) return null;
    const [observed = nothing, raw = nothing, accumulated = nothing] = query.data;
    return trackOf({ observed, accumulated, raw, interval: point.interval, minStep, hdopLimit });
  }, [query.data, point.interval, minStep, hdopLimit]);
  const stops = useMemo(() => (track ? stopsOf(track) : []), [track]);
  return {
    query,
    fields,
    configs,
    wanted,
    /** What the server returned for the fixes, null until it did. */
    range: query.data?.[0] ?? null,
    thresholds: query.data?.[2]?.thresholds ?? [],
    track,
    stops,
    fence: processor?.fence ?? null,
    hdopLimit,
  };
}

export type TrackData = ReturnType<typeof useTrack>;
