import { type Ref, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { nearestIndex } from '@/entities/chart/tooltip';
import { processTwin } from '@/entities/chart/twin';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { zoneShift } from '@/ui/format/zoned';
import { type ProcessParts, processPicture } from '../model/process-picture';
import type { PointState, SeriesAnswer } from '../model/types';
import type { ViewState } from '../model/view-state';
import { usePanelPointer } from '../queries/panel-pointer';
import { usePictureTitle } from '../queries/picture-title';
import type { Process } from '../queries/process';

interface Props {
  process: Pick<Process, 'configs' | 'main'>;
  answer: SeriesAnswer;
  parts: ProcessParts;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  handle: Ref<ChartHandle>;
  /** Opens the explanation of the reading at a time. */
  onAsk: (time: number) => void;
}

/** The curves of a recipe: zoomed with the brush; each reading can be explained. */
export function ProcessChart({ process, answer, parts, point, state, change, context, handle, onAsk }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { zone } = context;
  const { configs, main } = process;
  const { hidden, window } = state;
  const build = useCallback(
    (one: ChartContext) => processPicture(parts, answer, { hidden, window }, configs, one, t),
    [parts, answer, hidden, window, configs, t],
  );
  const from = formatTime(answer.start, zone);
  const to = formatTime(answer.end, zone);
  const what = parts.plots[0]?.axisName ?? '';
  const unit = main?.unit ?? '';
  const number = (value: number | null | undefined) => formatNumber(value, main?.field.decimals);
  const { pointer, own, onPin } = usePanelPointer(point, answer, parts, context);
  const picture = usePictureTitle(point)(what, `${from} – ${to}`, unit);
  const setWindow = useDelayed((window: [number, number] | null) => change({ window }));
  return (
    <ChartView
      handle={handle}
      build={build}
      context={own}
      pointer={pointer}
      {...picture}
      sentence={t('sentence', {
        point: point.name,
        what,
        from,
        to,
        min: number(main?.series.statistics.min?.value),
        max: number(main?.series.statistics.max?.value),
        last: number(main?.series.samples.at(-1)?.[1]),
        unit,
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => processTwin([...parts.all], context.words, t('column.time'))}
      showTable={state.table}
      events={{
        onZoom: (start, end) => {
          const at = (percent: number) => answer.start + ((answer.end - answer.start) * percent) / 100;
          setWindow(start <= 0.01 && end >= 99.99 ? null : [at(start), at(end)]);
        },
        onReset: () => change({ window: null }),
        onPlotClick: (x) => {
          if (onPin) return onPin(zoneShift(zone).from(x));
          const times = main?.series.samples.map((sample) => sample[0]) ?? [];
          const nearest = times[nearestIndex(times, zoneShift(zone).from(x))];
          if (nearest !== undefined) onAsk(nearest);
        },
      }}
    />
  );
}

/** useDelayed calls a function 250 ms after the last change: dragging a brush sends one request. */
function useDelayed<T>(call: (value: T) => void): (value: T) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(call);
  latest.current = call;
  return useCallback((value: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), 250);
  }, []);
}
