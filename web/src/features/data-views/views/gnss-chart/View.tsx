import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { planTrace } from '@/entities/chart/plan-trace';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { ProcessStage } from '../../components/process-stage';
import type { PointState, SeriesAnswer } from '../../model/types';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import { useFields } from '../../queries/point';
import { type Frame, frames, positionRecipe, sightsOf, traceOf } from './model';

/** gnss-chart: the three components under each other, the plan trace at the right. */
export default function GnssView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const sights = sightsOf(useFields(point));
  const sight = sights.find((one) => one === state.mode) ?? 'enu';
  const recipe = useMemo(() => positionRecipe(sight), [sight]);
  return (
    <ProcessStage
      slug={page.slug}
      zone={zone}
      point={point}
      state={state}
      change={change}
      recipe={recipe}
      controls={
        <Segmented
          value={sight}
          aria-label={t('gnss.frame')}
          options={sights.map((value) => ({ value, label: t(`gnss.${value}`) }))}
          onChange={(mode) => change({ mode: mode === 'enu' ? null : mode, window: null })}
        />
      }
      // A trend rate has no way in plan.
      {...(sight !== 'trend' && {
        second: (answer: SeriesAnswer, context: ChartContext) => (
          <Trace answer={answer} frame={sight} point={point} context={context} />
        ),
      })}
    />
  );
}

interface TraceProps {
  answer: SeriesAnswer;
  frame: Frame;
  point: PointState;
  context: ChartContext;
}

function Trace({ answer, frame, point, context }: TraceProps) {
  const { t } = useTranslation('data-views');
  const { east, north } = frames[frame];
  const trace = useMemo(() => traceOf(answer, frame, point.level), [answer, frame, point.level]);
  const { points, unit, decimals } = trace;
  const build = useMemo(() => (one: ChartContext) => planTrace(trace, one), [trace]);
  const last = points.at(-1);
  const picture = usePictureTitle(point)(t('gnss.trace'), [answer.start, answer.end], unit);
  return (
    <ChartView
      build={build}
      context={context}
      {...picture}
      sentence={t('gnss.sentence', {
        point: point.name,
        count: points.length,
        north: formatNumber(last?.north, decimals),
        east: formatNumber(last?.east, decimals),
        unit,
      })}
      twin={() => ({
        columns: [{ title: t('column.time') }, { title: north }, { title: east }],
        rows: [...points]
          .reverse()
          .map((p) => [formatTime(p.t, context.zone), formatNumber(p.north, decimals), formatNumber(p.east, decimals)]),
      })}
      showTable={false}
    />
  );
}
