import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { cameraOf } from '@/entities/scene/space';
import { frameOf, framesOf } from '../../model/moves';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useFields, useThresholds } from '../../queries/point';
import { useReadings } from '../../queries/readings';
import { linesOf, markOf, spaceOf, textsOf } from './model';

/** useSpace reads what a chart in space draws and lists. */
export function useSpace(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation('data-views');
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const { data: readings, isFetching } = useReadings({ pointId: point.id, times: times.wanted });
  const frames = useMemo(() => framesOf(fields), [fields]);
  const frame = useMemo(() => frameOf(frames, state.direction), [frames, state.direction]);
  const segment = state.mode === 'segment';
  const decimals = configs.decimals ?? fields.find((one) => one.name === frame?.up)?.decimals ?? 2;
  const { scale } = state;
  const scene = useMemo(() => {
    if (!frame || !readings) return null;
    const base = times.base === null ? null : (readings.get(times.base) ?? null);
    const made = spaceOf(times, readings, { frame, base, segment }, thresholds, scale, decimals);
    return made.curves.length > 0 ? made : null;
  }, [frame, readings, times, segment, thresholds, scale, decimals]);
  const mark = useMemo(() => {
    const current = times.current === null ? null : (readings?.get(times.current) ?? null);
    return frame ? markOf(current, frame) : 0;
  }, [frame, readings, times]);
  const camera = useMemo(() => cameraOf(state.view, mark), [state.view, mark]);
  const texts = useMemo(
    () => (frame && scene ? textsOf(frame, fields, scene.exaggeration, t) : null),
    [frame, scene, fields, t],
  );
  const lines = useMemo(() => (scene ? linesOf(scene) : []), [scene]);
  return {
    ...{ query, all, times, fields, configs, frames, frame, segment, decimals, scene, camera, texts, lines },
    loading: query.isPending || (all.length > 0 && !readings),
    busy: (query.isFetching || isFetching) && all.length > 0,
  };
}

export type Space = ReturnType<typeof useSpace>;
