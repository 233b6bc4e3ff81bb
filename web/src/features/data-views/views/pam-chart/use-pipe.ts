import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { cameraOf } from '@/entities/scene/space';
import type { ViewTexts } from '../../model/process-picture';
import { showsThresholds } from '../../model/process-picture';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedPipes } from '../../queries/pipe';
import { useThresholds } from '../../queries/point';
import { drawingOf, sightOf } from './model';
import { pipeSpace } from './space';

/** usePipe reads the surveys of a pipe, and chooses what is drawn of them. */
export function usePipe(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, list, surveys, all, times } = useComparedPipes(point, state, every);
  const sight = sightOf(state);
  const limited = showsThresholds(state.hidden, configs);
  const drawing = useMemo(
    () => drawingOf(surveys, times.curves, sight, limited ? thresholds : null, t as ViewTexts),
    [surveys, times, sight, limited, thresholds, t],
  );
  const space = useMemo(() => (sight === 'space' ? pipeSpace(surveys, times) : null), [sight, surveys, times]);
  const camera = useMemo(() => cameraOf(state.view, space?.azimuth ?? 0), [state.view, space]);
  return { query, list, surveys, all, times, sight, configs, drawing, space, camera };
}

export type PipeData = ReturnType<typeof usePipe>;
