import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Ref, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { processTwin } from '@/entities/chart/twin';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { vesselSeries } from '../../model/level-line';
import { resolveRange } from '../../model/range';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import { alongLine } from './along';
import { alongOf, linesPicture } from './model';
import type { Line } from './use-line';
import styles from './view.module.css';

interface Props {
  data: Line & { line: NonNullable<Line['line']> };
  page: Page;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The settlement along the line at the compared times. */
export function AlongChart({ data, page, point, state, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { line, readings, look } = data;
  const { curves: times, current } = data.times;
  const { zone } = context;
  const along = useMemo(() => alongOf(line, readings, times, look, t), [line, readings, times, look, t]);
  const build = useCallback((one: ChartContext) => alongLine(along, one), [along]);
  const picture = usePictureTitle(point)(page.title, [times[0], current], look.unit);
  const last = along.curves.at(-1)?.values ?? [];
  const most = last.reduce<number>((best, v, i) => (Math.abs(v ?? 0) > Math.abs(last[best] ?? 0) ? i : best), 0);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('line.sentence', {
        count: along.curves.length,
        time: formatTime(current, zone),
        name: along.names[most] ?? '',
        value: formatNumber(last[most], look.decimals),
        unit: look.unit,
      })}
      twin={() => ({
        columns: [
          { title: t('common:entity.point') },
          ...along.curves.map(({ t: time }) => ({ title: formatTime(time, zone, 'list') })),
        ],
        rows: along.names.map((name, i) => [
          name,
          ...along.curves.map(({ values }) => formatNumber(values[i], look.decimals)),
        ]),
      })}
      showTable={state.table}
    />
  );
}

/** The curves over time below the line, with their own picture. Ranges over 30 days have none. */
export function LinesPart(props: Omit<Props, 'handle'>) {
  const { t } = useTranslation('data-views');
  const chart = useRef<ChartHandle>(null);
  const { short } = props.data;
  return (
    <div className={styles.lines}>
      <div className={styles.head}>
        <h3>{t('line.process')}</h3>
        {short && (
          <Button
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            aria-label={t('line.savePicture')}
            onClick={() => void chart.current?.savePicture()}
          />
        )}
      </div>
      {short ? (
        <div className={styles.plot}>
          <LinesChart {...props} handle={chart} />
        </div>
      ) : (
        <PanelEmpty title={t('line.tooLong')} />
      )}
    </div>
  );
}

/** The settlements of the chosen vessels over time. */
function LinesChart({ data, page, point, state, change, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { line, chosen, look } = data;
  const { interval } = point;
  const { window } = state;
  const [from, to] = useMemo(() => {
    const { start, end } = resolveRange(state.range, line.times.at(-1) ?? Date.now());
    return [start, end] as const;
  }, [state.range, line]);
  const build = useCallback(
    (one: ChartContext) => linesPicture(line, chosen, look, { range: [from, to], window, interval }, one, t),
    [line, chosen, look, from, to, window, interval, t],
  );
  const series = () =>
    vesselSeries(line, chosen, { reference: look.reference, interval, unit: look.unit, decimals: look.decimals });
  const text = `${formatTime(from, context.zone)} – ${formatTime(to, context.zone)}`;
  const picture = usePictureTitle(point)(`${page.title} ${t('line.process')}`, [from, to], look.unit);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('line.linesSentence', { count: chosen.length, range: text })}
      twin={() => processTwin(series(), context.words, t('column.time'))}
      showTable={state.table}
      events={{
        onZoom: (start, end) => {
          const at = (percent: number) => from + ((to - from) * percent) / 100;
          change({ window: start <= 0.01 && end >= 99.99 ? null : [at(start), at(end)] });
        },
        onReset: () => change({ window: null }),
      }}
    />
  );
}
