import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { farthest, frameOf, framesOf, limitFields, moveLines } from '../../model/moves';
import { nodeName } from '../../model/node-name';
import { showsThresholds } from '../../model/process-picture';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useFields, usePointVersion, useThresholds } from '../../queries/point';
import { useReadings } from '../../queries/readings';
import { useSeries } from '../../queries/series';
import { arrowsOf, limitsOf, planOf, trackOf } from './model';

const worst = 5;

/** useBearing reads what a bearing chart or the track of a node draws and lists. */
export function useBearing(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation('data-views');
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const processor = usePointVersion<components['schemas']['PointProcessor']>(point, 'processor', times.current);
  const readings = useReadings({ pointId: point.id, times: times.wanted });
  const frames = useMemo(() => framesOf(fields), [fields]);
  const frame = useMemo(() => frameOf(frames, state.direction), [frames, state.direction]);
  const mode = state.mode === 'track' ? 'track' : 'bearing';
  const at = (time: number | null) => (time === null ? undefined : readings.data?.get(time)) ?? null;
  const [current, before, base] = [at(times.current), at(times.before), at(times.base)];
  const lines = useMemo(
    () => (current && frame ? moveLines(current, before, base, frame, thresholds) : []),
    [current, before, base, frame, thresholds],
  );
  const shown = useMemo(
    () => (state.nodes.length > 0 ? state.nodes : farthest(lines, mode === 'track' ? 1 : worst)),
    [state.nodes, lines, mode],
  );
  const node = shown[0];
  const series = useSeries({
    pointId: point.id,
    fields: frame ? [frame.up, ...(frame.right === null ? [] : [frame.right])] : [],
    nodes: node === undefined ? [] : [node],
    valueType: 'accumulated',
    base: state.base,
    includeAbnormal: false,
    interval: point.interval,
    range: state.range,
    every,
    enabled: mode === 'track' && node !== undefined,
  });
  const picture = useMemo(() => {
    if (!frame || !readings.data) return null;
    const label = (move: { no: number; depth: number | null }) => nodeName(move, t);
    const bearing = mode === 'bearing';
    const arrows = bearing
      ? arrowsOf({ times: times.curves, readings: readings.data, base, nodes: shown, frame, label })
      : [];
    const way = !bearing && series.data ? trackOf(series.data, frame, times.current) : [];
    const level = lines.find((one) => one.no === node)?.level;
    const limits = limitsOf({
      thresholds: showsThresholds(state.hidden, configs) ? thresholds : [],
      ...{ frame, ends: [...arrows, ...way], base: state.base, node: bearing ? undefined : node },
    });
    const track = bearing
      ? null
      : { points: way, level: typeof level === 'number' ? level : null, start: t('northeast.start') };
    return planOf({ frame, fields, arrows, track, limits, axisAzimuth: processor?.axisAzimuth }, t);
  }, [
    frame,
    readings.data,
    mode,
    times,
    base,
    shown,
    series.data,
    lines,
    node,
    state,
    configs,
    thresholds,
    fields,
    processor,
    t,
  ]);
  return {
    query,
    /** Times of all readings of the range. */
    all,
    times,
    configs,
    /** The fields whose limits the plan shows. */
    limited: frame && state.base === null ? limitFields(thresholds, frame) : [],
    fields,
    frames,
    frame,
    mode,
    shown,
    rows: current?.nodes ?? [],
    lines,
    picture,
    loading: query.isPending || (all.length > 0 && (!picture || (mode === 'track' && !series.data))),
    busy: (query.isFetching || readings.isFetching) && all.length > 0,
  };
}

export type Bearing = ReturnType<typeof useBearing>;
