import { type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { chartTheme } from '@/entities/chart/chart-theme';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { chartCanvas, sheetOf } from '@/entities/chart/export-png';
import type { MapHandle } from '@/entities/map/track-map';
import { saveBlob } from '@/ui/download';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { zoneShift } from '@/ui/format/zoned';
import { useLanguage } from '@/ui/i18n/use-language';
import type { ViewTexts } from '../../model/process-picture';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import { curvesOf } from './curves';
import { twinOf } from './rows';
import type { TrackData } from './use-track';

interface Props {
  data: TrackData;
  page: Page;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  handle: Ref<ChartHandle>;
  map: React.RefObject<MapHandle | null>;
}

/** The distance from the initial position and the speed over time, below the map; as a table, every fix. */
export function TrackChart({ data, page, point, state, change, context, handle, map }: Props) {
  const { t } = useTranslation(['track', 'data-views', 'common', 'charts']);
  const { t: say } = useTranslation(['track', 'data-views']);
  const language = useLanguage();
  const { track, range, fields, thresholds, configs } = data;
  const stage = useRef<HTMLDivElement>(null);
  const { hidden, window, at } = state;
  const words = useMemo(() => ({ moved: t('moved'), speed: t('speedName'), now: t('here') }), [t]);
  const build = useCallback(
    (one: ChartContext) =>
      track && range
        ? curvesOf(
            { track, fields, range, thresholds, point, words },
            { hidden, window, at },
            configs,
            one,
            t as unknown as ViewTexts,
          )
        : {},
    [track, fields, range, thresholds, point, words, hidden, window, at, configs, t],
  );
  const { zone } = context;
  const fixes = track?.fixes ?? [];
  const [from, to] = [formatTime(range?.start, zone), formatTime(range?.end, zone)];
  const title = usePictureTitle(point)(page.title, [range?.start, range?.end], 'm');
  useImperativeHandle(handle, () => ({
    // The map as it is on the screen, above the curves.
    savePicture: async () => {
      const above = map.current?.canvas();
      const size = { width: stage.current?.clientWidth || 1200, height: stage.current?.clientHeight || 260 };
      const curves = chartCanvas(build({ ...context, theme: chartTheme.white }), size, language);
      const sheet = document.createElement('canvas');
      sheet.width = curves.width;
      sheet.height = curves.height + (above?.height ?? 0);
      const pen = sheet.getContext('2d');
      if (above) pen?.drawImage(above, 0, 0);
      pen?.drawImage(curves, 0, above?.height ?? 0);
      const whole = { width: sheet.width / 2, height: sheet.height / 2 };
      saveBlob(await sheetOf([sheet], whole, title), `${title.title}.png`);
    },
  }));
  const last = fixes.at(-1);
  return (
    <div ref={stage} style={{ height: '100%' }}>
      <ChartView
        build={build}
        context={context}
        {...title}
        sentence={t('sentence', {
          ...{ point: point.name, count: fixes.length, from, to, moved: formatNumber(last?.moved, 3) },
          ...{ speed: formatNumber(last?.speed, 2), level: t(`common:level.${pointMark(point.level, point.time)}`) },
        })}
        twin={() => twinOf(fixes, say, zone)}
        showTable={state.table}
        events={{
          onZoom: (start, end) => {
            if (!range) return;
            const time = (percent: number) => range.start + ((range.end - range.start) * percent) / 100;
            change({ window: start <= 0.01 && end >= 99.99 ? null : [time(start), time(end)] });
          },
          onReset: () => change({ window: null }),
          onPlotClick: (x) => change({ at: Math.round(zoneShift(zone).from(x)) }),
        }}
      />
    </div>
  );
}
