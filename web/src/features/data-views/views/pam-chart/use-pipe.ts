import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { cameraOf } from '@/entities/scene/space';
import type { ViewTexts } from '../../model/process-picture';
import { showsThresholds } from '../../model/process-picture';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedPipes } from '../../queries/pipe';
import { useEngineering, useThresholds } from '../../queries/point';
import { drawingOf, type GroundStation, sightOf } from './model';
import { pipeSpace } from './space';

const noGround: GroundStation[] = [];

/** usePipe reads the surveys of a pipe, and chooses what is drawn of them. */
export function usePipe(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, list, surveys, all, times } = useComparedPipes(point, state, every);
  const sight = sightOf(state);
  const limited = showsThresholds(state.hidden, configs);
  const ground = useEngineering(point.structureId, point.id, times.current)?.groundLine ?? noGround;
  const covered = !state.hidden.includes('ground');
  const drawing = useMemo(
    () =>
      drawingOf(
        ...([surveys, times.curves, sight, limited ? thresholds : null] as const),
        ...([covered ? ground : noGround, t as ViewTexts] as const),
      ),
    [surveys, times, sight, limited, thresholds, covered, ground, t],
  );
  const space = useMemo(() => (sight === 'space' ? pipeSpace(surveys, times) : null), [sight, surveys, times]);
  const camera = useMemo(() => cameraOf(state.view, space?.azimuth ?? 0), [state.view, space]);
  return { grounded: ground.length > 0, query, list, surveys, all, times, sight, configs, drawing, space, camera };
}

export type PipeData = ReturnType<typeof usePipe>;
