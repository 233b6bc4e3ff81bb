import type { ChartContext } from '@/entities/chart/chart-words';
import type { Sample } from '@/entities/chart/gaps';
import { withPalette } from '@/entities/chart/palette';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import { processLine } from '@/entities/chart/process-line';
import { thin } from '@/entities/chart/thin';
import { marksOf } from '../../model/process-model';
import { showsThresholds, type ViewTexts } from '../../model/process-picture';
import { thresholdOf } from '../../model/profile-rows';
import type { FieldInfo, PointState, SeriesAnswer } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import type { Track } from './model';

/** What the curves below the map are drawn from. */
export interface Curves {
  track: Track;
  fields: readonly FieldInfo[];
  range: Pick<SeriesAnswer, 'start' | 'end' | 'marks' | 'ranges'>;
  thresholds: SeriesAnswer['thresholds'];
  point: Pick<PointState, 'level'>;
  words: { moved: string; speed: string; now: string };
}

type Look = Pick<ViewState, 'hidden' | 'window' | 'at'>;
type Configs = Parameters<typeof showsThresholds>[1];

/** The distance from the initial position, and the speed on the right axis. A range of many fixes is thinned. */
export function curvesOf(
  curves: Curves,
  { hidden, window, at }: Look,
  configs: Configs,
  context: ChartContext,
  t: ViewTexts,
) {
  const { track, fields, range, words } = curves;
  const view = window ?? [range.start, range.end];
  const one = (name: 'moved' | 'speed', unit: string, decimals: number): ProcessSeries => ({
    ...{ key: name, name: words[name], unit, gaps: track.gaps, abnormal: [], ranges: range.ranges },
    decimals: fields.find((field) => field.name === name)?.decimals ?? decimals,
    samples: thin(
      track.fixes.map((fix): Sample => [fix.t, fix[name]]),
      view,
    ),
  });
  const moved = one('moved', 'm', 3);
  const known = moved.samples.some(([, value]) => value !== null);
  const speed = { ...one('speed', 'm/s', 2), width: 1 };
  return processLine(
    {
      plots: [
        known
          ? {
              axisName: words.moved,
              series: [moved],
              threshold: thresholdOf(curves.thresholds, 'moved', 'accumulated'),
              level: curves.point.level,
            }
          : { axisName: words.speed, series: [speed], threshold: null, level: null },
      ],
      right: known ? [speed] : [],
      range: [range.start, range.end],
      marks: [
        ...marksOf(range.marks, (kind) => t(`mark.${kind as 'shift'}`, { defaultValue: kind })).filter(
          () => !hidden.includes('marks'),
        ),
        ...(at === null ? [] : [{ t: at, kind: 'now', label: words.now, id: 0 }]),
      ],
      showThresholds: showsThresholds(hidden, configs),
      showMarks: true,
      showGaps: !hidden.includes('gaps'),
      showAbnormal: false,
      window,
    },
    { ...context, theme: withPalette(context.theme, configs.palette) },
  );
}
