import { DownOutlined, EyeOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Popover } from 'antd';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useChartConfigs, withPalette } from '@/shared/charts/chart-settings';
import { type ChartHandle, ChartView } from '@/shared/charts/chart-view';
import type { ChartContext } from '@/shared/charts/chart-words';
import type { ProcessPlot, ProcessSeries } from '@/shared/charts/process-chart';
import { processLine } from '@/shared/charts/process-line';
import { nearestIndex } from '@/shared/charts/tooltip';
import { processTwin } from '@/shared/charts/twin';
import { useChartContext } from '@/shared/charts/use-chart-context';
import { zoneShift } from '@/shared/charts/zoned';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { LoneFace } from '@/shared/monitor/lone-face';
import { Can } from '@/shared/perm/can';
import fullScreen from '@/shared/ui/full-screen.module.css';
import { pointMark } from '@/shared/ui/mark';
import { Panel } from '@/shared/ui/panel';
import { PanelError, PanelSkeleton } from '@/shared/ui/states';
import { useFullScreen } from '@/shared/ui/use-full-screen';
import { useMedia } from '@/shared/ui/use-media';
import { useSize } from '@/shared/ui/use-size';
import { curves, mainSeries, marksOf, nameOf, unitOf } from '../model/process-model';
import { thresholdOf } from '../model/profile-rows';
import { aroundLast } from '../model/range';
import { useTypeWord } from '../model/type-word';
import type { PointState, SeriesAnswer, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { usePictureTitle } from '../queries/picture-title';
import { useCsvExport, useSeries } from '../queries/series';
import { BaseChoice } from './base-choice';
import { ChartTools } from './chart-tools';
import { ExplainSide } from './explain-side';
import { FittingChoice } from './fitting-choice';
import styles from './process-stage.module.css';
import { RangeControl } from './range-control';
import { initialPath, RangeEmpty } from './range-empty';
import { StatisticsRow } from './statistics-row';
import toolbar from './toolbar.module.css';

export interface ProcessRecipe {
  /** Fields of the left axis, or one plot each when stacked. */
  fields: string[];
  /** Fields of the right axis. */
  right: string[];
  /** Nodes of an array; empty for a point without. */
  nodes: number[];
  /** One plot below the other, each with its own axis, instead of one. */
  stacked: boolean;
  /** Value types to choose from, the default first. */
  types: readonly ValueType[];
  /** Fields drawn dashed. */
  dashed: readonly string[];
  /** Changes curves before they are drawn: smoothing. */
  refine?: (series: ProcessSeries[]) => ProcessSeries[];
}

interface Props {
  /** Of the view, under which the point's chart settings are kept. */
  slug: string;
  zone: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  recipe: ProcessRecipe;
  /** Controls of the view itself, before the value types. */
  controls?: ReactNode;
  /** What else is chosen of the picture, in the list of what is shown. */
  choices?: ReactNode;
  /** A second picture beside the first: the plan trace. */
  beside?: (answer: SeriesAnswer, context: ChartContext) => ReactNode;
}

const parts = ['thresholds', 'marks', 'gaps', 'abnormal'] as const;
/** What the range, the tools and the paddings of the bar take, and what a view's own controls do. */
const barTaken = 450;
const controlsTaken = 300;
/** Below this width, px, tools show icons only where the view has controls too, to keep the bar in one row. */
const tightBar = 900;

/** The picture of every process-line view: tool bar, chart, statistics, and the origin of one number at the side. */
export function ProcessStage({ slug, zone, point, state, change, recipe, controls, choices, beside }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const typeWord = useTypeWord();
  const context = useChartContext(zone);
  const chart = useRef<ChartHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { width: barWidth } = useSize(bar);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const [every, setEvery] = useState(0);
  const [full, toggleFull] = useFullScreen();
  const [asked, setAsked] = useState(false);
  const wide = useMedia('(min-width: 1280px)');
  const valueType = (recipe.types.find((one) => one === state.type) ??
    recipe.types.find((one) => one === configs.valueType) ??
    recipe.types[0] ??
    'observed') as ValueType;
  // What the settings of the point hide is shown once somebody asks for it.
  const shown = (part: (typeof parts)[number]) =>
    !state.hidden.includes(part) &&
    (part !== 'thresholds' || configs.showThreshold !== false || state.hidden.includes('-thresholds'));
  const wanted = {
    pointId: point.id,
    fields: [...recipe.fields, ...recipe.right],
    nodes: recipe.nodes,
    valueType,
    base: state.base,
    includeAbnormal: shown('abnormal'),
    interval: point.interval,
  };
  const query = useSeries({ ...wanted, range: state.range, every });
  const answer = query.data;
  const zoomed = state.window && answer?.reduced === true;
  const detail = useSeries({
    ...wanted,
    range: state.window ? { from: state.window[0], to: state.window[1] } : state.range,
    every: 0,
    enabled: zoomed === true,
  });
  const csv = useCsvExport();

  const model = useMemo(() => {
    if (!answer) return null;
    const fine = zoomed && detail.data ? detail.data : null;
    const drawn = curves(answer, fine, valueType, (no) => t('node', { no }), new Set(recipe.dashed));
    const exact = drawn.map((one) => ({ ...one, decimals: configs.decimals ?? one.decimals }));
    const all = recipe.refine ? recipe.refine(exact) : exact;
    const of = (fields: readonly string[]) => all.filter((s) => fields.includes(s.key.split(':')[0] ?? ''));
    const plot = (series: ProcessSeries[], label: string, field: string): ProcessPlot => ({
      axisName: label,
      series,
      threshold: valueType === 'change' ? null : thresholdOf(answer.thresholds, field, valueType),
      level: series.length === 1 && field === point.field?.name ? point.level : null,
    });
    const labelOf = (name: string) => answer.fields.find((f) => f.name === name)?.label ?? name;
    const typeName = typeWord(valueType);
    const left = recipe.fields;
    const plots = recipe.stacked
      ? left.map((name) => plot(of([name]), labelOf(name), name))
      : [plot(of(left), left.length === 1 ? `${labelOf(left[0] ?? '')}·${typeName}` : typeName, left[0] ?? '')];
    return { plots, right: of(recipe.right), all };
  }, [answer, detail.data, zoomed, valueType, recipe, point, configs.decimals, t, typeWord]);

  const showThresholds = shown('thresholds');
  const showText = t('show.count', { count: parts.filter(shown).length });
  const tight = controls !== undefined && barWidth > 0 && barWidth < tightBar;
  const build = useCallback(
    (one: ChartContext) =>
      processLine(
        {
          plots: model?.plots ?? [],
          right: model?.right ?? [],
          range: [answer?.start ?? 0, answer?.end ?? 1],
          marks: marksOf(answer?.marks ?? [], (kind) => t(`mark.${kind as 'shift'}`, { defaultValue: kind })),
          showThresholds,
          showMarks: !state.hidden.includes('marks'),
          showGaps: !state.hidden.includes('gaps'),
          showAbnormal: !state.hidden.includes('abnormal'),
          first: answer?.first ?? null,
          window: state.window,
          ends: { min: configs.yMin ?? null, max: configs.yMax ?? null },
        },
        { ...one, theme: withPalette(one.theme, configs.palette) },
      ),
    [model, answer, state.hidden, showThresholds, state.window, configs, t],
  );

  const main = answer && mainSeries(answer.series, point);
  const mainField = answer?.fields.find((f) => f.name === main?.field);
  const rangeText = answer ? `${formatTime(answer.start, zone)} – ${formatTime(answer.end, zone)}` : '';
  const picture = usePictureTitle(point)(
    model?.plots[0]?.axisName ?? '',
    rangeText,
    mainField ? unitOf(mainField, valueType) : '',
  );
  const setWindow = useDelayed((window: [number, number] | null) => change({ window }));

  const explained =
    main && mainField
      ? { field: main.field, node: main.node, time: state.at ?? point.time ?? main.samples.at(-1)?.[0] ?? null }
      : null;
  const side = explained && explained.time !== null && (
    <ExplainSide
      point={point}
      field={explained.field}
      node={explained.node}
      time={explained.time}
      valueType={valueType}
      zone={zone}
      onClose={wide ? undefined : () => setAsked(false)}
    />
  );

  return (
    <div className={styles.stage} data-side={wide && side ? 'panel' : 'none'}>
      <Panel fill busy={query.isFetching && !query.isPending} className={styles.chart}>
        <div className={`${styles.column} ${fullScreen.area}`} data-full={full}>
          <LoneFace point={point} zone={zone} />
          <div className={toolbar.bar} ref={bar}>
            <div className={toolbar.choices}>
              <RangeControl range={state.range} zone={zone} onChange={(range) => change({ range })} />
              {controls}
              {recipe.types.length > 1 && (
                <FittingChoice
                  label={t('type.label')}
                  options={recipe.types.map((one) => ({ value: one, label: typeWord(one) }))}
                  value={valueType}
                  room={barWidth === 0 ? 0 : Math.max(1, barWidth - barTaken - (controls ? controlsTaken : 0))}
                  onChange={(type) => change({ type, window: null })}
                />
              )}
            </div>
            <div className={toolbar.end}>
              <Popover
                trigger="click"
                placement="bottomRight"
                content={
                  <div className={styles.choices}>
                    {choices}
                    {valueType === 'accumulated' && (
                      <BaseChoice
                        zone={zone}
                        base={state.base}
                        reading={state.at}
                        onChange={(base) => change({ base, window: null })}
                      />
                    )}
                    <Checkbox.Group
                      value={parts.filter(shown)}
                      onChange={(list) =>
                        change({
                          hidden: [
                            ...parts.filter((part) => !list.includes(part)),
                            ...(list.includes('thresholds') && configs.showThreshold === false ? ['-thresholds'] : []),
                          ],
                        })
                      }
                    >
                      {parts.map((part) => (
                        <div key={part}>
                          <Checkbox value={part}>{t(`show.${part}`)}</Checkbox>
                        </div>
                      ))}
                    </Checkbox.Group>
                  </div>
                }
              >
                <Button
                  icon={tight ? <EyeOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                  iconPlacement="end"
                  {...(tight ? { title: showText, 'aria-label': showText } : {})}
                >
                  {tight ? null : showText}
                </Button>
              </Popover>
              {!wide && side && (
                <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setAsked(true)}>
                  {t('explain')}
                </Button>
              )}
              <ChartTools
                every={every}
                onEvery={setEvery}
                onRefresh={() => query.refetch()}
                busy={query.isFetching}
                table={{ shown: state.table, onChange: (table) => change({ table }) }}
                onPicture={() => void chart.current?.savePicture()}
                onCsv={() => csv.mutate({ ...wanted, range: state.range })}
                full={full}
                onFull={toggleFull}
              />
            </div>
          </div>
          {point.noInitial && (
            <div className={styles.note} role="status">
              {t('noInitial')}
              <Can any={['Update:MeasuringPoint']}>
                <Link to={initialPath(point)}>{t('setInitial')}</Link>
              </Can>
            </div>
          )}
          {state.base !== null && valueType === 'accumulated' && (
            <div className={styles.note}>
              {t('base.relative', { time: formatTime(state.base, zone) })}
              <Button type="link" onClick={() => change({ base: null })}>
                {t('base.reset')}
              </Button>
            </div>
          )}
          <div className={styles.plots}>
            <div className={styles.plot} data-stacked={recipe.stacked}>
              {query.error && !answer ? (
                <PanelError title={t('failed')} error={query.error} onRetry={() => query.refetch()} />
              ) : !answer || !model ? (
                <PanelSkeleton rows={6} />
              ) : model.all.every((s) => s.samples.length === 0) ? (
                <RangeEmpty
                  point={point}
                  zone={zone}
                  valueType={valueType}
                  onJump={() => change({ range: jump(state, point) })}
                />
              ) : (
                <ChartView
                  handle={chart}
                  build={build}
                  context={context}
                  {...picture}
                  sentence={t('sentence', {
                    point: point.name,
                    what: model.plots[0]?.axisName ?? '',
                    from: formatTime(answer.start, zone),
                    to: formatTime(answer.end, zone),
                    min: formatNumber(main?.statistics.min?.value, mainField?.decimals),
                    max: formatNumber(main?.statistics.max?.value, mainField?.decimals),
                    last: formatNumber(main?.samples.at(-1)?.[1], mainField?.decimals),
                    unit: mainField ? unitOf(mainField, valueType) : '',
                    level: t(`common:level.${pointMark(point.level, point.time)}`),
                  })}
                  twin={() => processTwin([...(model?.all ?? [])], context.words, t('column.time'))}
                  showTable={state.table}
                  events={{
                    onZoom: (start, end) => {
                      const span = answer.end - answer.start;
                      setWindow(
                        start <= 0.01 && end >= 99.99
                          ? null
                          : [answer.start + (span * start) / 100, answer.start + (span * end) / 100],
                      );
                    },
                    onReset: () => change({ window: null }),
                    onPlotClick: (x) => {
                      const times = main?.samples.map((s) => s[0]) ?? [];
                      const t0 = times[nearestIndex(times, zoneShift(zone).from(x))];
                      if (t0 !== undefined) {
                        change({ at: t0 });
                        setAsked(true);
                      }
                    },
                  }}
                />
              )}
            </div>
            {beside && answer && model && !model.all.every((s) => s.samples.length === 0) && (
              <div className={styles.beside}>
                <div className={styles.square}>{beside(answer, context)}</div>
              </div>
            )}
          </div>
          {main && mainField && (
            <StatisticsRow
              statistics={main.statistics}
              field={mainField}
              signed={valueType !== 'observed'}
              zone={zone}
              unit={unitOf(mainField, valueType)}
              name={
                answer && answer.series.length > 1
                  ? nameOf(main, mainField, (no) => t('node', { no }), answer.fields.length === 1)
                  : undefined
              }
            />
          )}
        </div>
      </Panel>
      {wide ? (
        side
      ) : (
        <Drawer open={asked} onClose={() => setAsked(false)} closable={false} styles={{ body: { padding: 0 } }}>
          {side}
        </Drawer>
      )}
    </div>
  );
}

function jump(state: ViewState, point: PointState) {
  return point.time === null ? state.range : aroundLast(state.range, point.time, Date.now());
}

/** Calls a function once the value has rested for a moment: dragging a brush asks the server once. */
function useDelayed<T>(call: (value: T) => void): (value: T) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(call);
  latest.current = call;
  return useCallback((value: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), 250);
  }, []);
}
