import type { EChartsOption } from 'echarts';
import { type Ref, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { ChartNote } from '@/entities/chart/note-areas';
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
import type { Span } from './mark-drawer';

interface Props {
  process: Pick<Process, 'configs' | 'main'>;
  answer: SeriesAnswer;
  parts: ProcessParts;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  handle: Ref<ChartHandle>;
  notes?: readonly ChartNote[];
  /** A part is chosen by dragging, or a reading by a click, instead of explaining a reading. */
  onSpan?: ((span: Span) => void) | undefined;
  /** Opens the explanation of the reading at a time. */
  onAsk: (time: number) => void;
}

const none: ChartNote[] = [];

/** The curves of a recipe: zoomed with the brush; each reading can be explained. */
export function ProcessChart({
  process,
  answer,
  parts,
  point,
  state,
  change,
  context,
  handle,
  notes = none,
  onSpan,
  onAsk,
}: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { zone } = context;
  const { configs, main } = process;
  const { hidden, window } = state;
  const shift = zoneShift(zone);
  const choosing = onSpan !== undefined;
  const build = useCallback(
    (one: ChartContext) => {
      const drawn = processPicture(parts, { ...answer, notes }, { hidden, window }, configs, one, t);
      return dragMoves(drawn, !choosing);
    },
    [parts, answer, notes, hidden, window, configs, choosing, t],
  );
  const from = formatTime(answer.start, zone);
  const to = formatTime(answer.end, zone);
  const what = parts.plots[0]?.axisName ?? '';
  const unit = main?.unit ?? '';
  const number = (value: number | null | undefined) => formatNumber(value, main?.field.decimals);
  const { pointer, own, onPin } = usePanelPointer(point, answer, parts, context);
  const picture = usePictureTitle(point)(what, [answer.start, answer.end], unit);
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
        ...(onSpan
          ? {
              onDrag: (from: number, to: number) => {
                const at = (x: number) => Math.round(Math.min(Math.max(shift.from(x), answer.start), answer.end));
                onSpan({ from: at(from), to: at(to) });
              },
            }
          : {}),
        onPlotClick: (x) => {
          if (onPin) return onPin(shift.from(x));
          const times = main?.series.samples.map((sample) => sample[0]) ?? [];
          const nearest = times[nearestIndex(times, shift.from(x))];
          if (nearest === undefined) return;
          if (!onSpan) onAsk(nearest);
          else onSpan({ from: nearest, to: nearest });
        },
      }}
    />
  );
}

/** dragMoves decides whether dragging in the plot moves a zoomed chart. */
const dragMoves = (option: EChartsOption, moves: boolean): EChartsOption => ({
  ...option,
  dataZoom: [option.dataZoom ?? []]
    .flat()
    .map((zoom) => (zoom.type === 'inside' ? { ...zoom, disabled: !moves } : zoom)),
});

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
