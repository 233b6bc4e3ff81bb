import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartView } from '@/shared/charts/chart-view';
import type { ChartContext } from '@/shared/charts/chart-words';
import { joinTrace, planTrace, type TracePoint } from '@/shared/charts/plan-trace';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { ProcessStage } from '../components/process-stage';
import type { PointState, SeriesAnswer } from '../model/types';
import type { ViewProps } from '../model/view';
import { useViewState } from '../model/view-state';

/** The three frames: local north-east-up, the structure's axes, coordinates. */
const frames = {
  enu: { fields: ['n', 'e', 'u'], east: 'e', north: 'n' },
  xyz: { fields: ['x', 'y', 'z'], east: 'y', north: 'x' },
} as const;

/** gnss-chart: the three components under each other, the plan trace beside. */
export default function GnssView({ zone, point, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const frame = state.mode === 'xyz' ? 'xyz' : 'enu';
  const { fields } = frames[frame];
  const recipe = useMemo(
    () => ({
      fields: [...fields],
      right: [],
      nodes: [],
      stacked: true,
      types: ['accumulated', 'change', 'rate'] as const,
      dashed: [],
    }),
    [fields],
  );
  return (
    <ProcessStage
      slug="gnss-chart"
      zone={zone}
      point={point}
      state={state}
      change={change}
      recipe={recipe}
      controls={
        <Segmented
          value={frame}
          aria-label={t('gnss.frame')}
          options={(['enu', 'xyz'] as const).map((value) => ({ value, label: t(`gnss.${value}`) }))}
          onChange={(mode) => change({ mode: mode === 'enu' ? null : mode, window: null })}
        />
      }
      beside={(answer, context) => <Trace answer={answer} frame={frame} point={point} context={context} />}
    />
  );
}

interface TraceProps {
  answer: SeriesAnswer;
  frame: keyof typeof frames;
  point: PointState;
  context: ChartContext;
}

function Trace({ answer, frame, point, context }: TraceProps) {
  const { t } = useTranslation('data-views');
  const { east, north } = frames[frame];
  const points = useMemo((): TracePoint[] => {
    const of = (field: string) => answer.series.find((s) => s.field === field)?.samples ?? [];
    return joinTrace(of(east), of(north));
  }, [answer, east, north]);
  const info = answer.fields.find((f) => f.name === east);
  const build = useMemo(
    () => (one: ChartContext) =>
      planTrace(
        {
          points,
          eastName: answer.fields.find((f) => f.name === east)?.label ?? east,
          northName: answer.fields.find((f) => f.name === north)?.label ?? north,
          unit: info?.unit ?? 'mm',
          decimals: info?.decimals ?? 2,
          level: point.level,
        },
        one,
      ),
    [points, answer, east, north, info, point.level],
  );
  const last = points.at(-1);
  return (
    <ChartView
      build={build}
      context={context}
      title={`${point.name} ${t('gnss.trace')}`}
      subtitle={`${context.words.time(answer.start)} – ${context.words.time(answer.end)}`}
      sentence={t('gnss.sentence', {
        point: point.name,
        count: points.length,
        north: formatNumber(last?.north, info?.decimals),
        east: formatNumber(last?.east, info?.decimals),
        unit: info?.unit ?? 'mm',
      })}
      twin={() => ({
        columns: [{ title: t('column.time') }, { title: north }, { title: east }],
        rows: [...points]
          .reverse()
          .map((p) => [
            formatTime(p.t, context.zone),
            formatNumber(p.north, info?.decimals),
            formatNumber(p.east, info?.decimals),
          ]),
      })}
      showTable={false}
    />
  );
}
