import { Checkbox } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs, withPalette } from '@/shared/charts/chart-settings';
import { type ChartHandle, ChartView } from '@/shared/charts/chart-view';
import type { ChartContext } from '@/shared/charts/chart-words';
import {
  equallySpaced,
  extreme,
  type FixedEnd,
  type ProfilePlot,
  perSegment,
  profileChart,
  rampOpacity,
} from '@/shared/charts/profile';
import { useChartContext } from '@/shared/charts/use-chart-context';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import fullScreen from '@/shared/ui/full-screen.module.css';
import { pointMark } from '@/shared/ui/mark';
import { Panel } from '@/shared/ui/panel';
import { PanelError, PanelSkeleton } from '@/shared/ui/states';
import { useFullScreen } from '@/shared/ui/use-full-screen';
import { useSize } from '@/shared/ui/use-size';
import { BaseChoice } from '../components/base-choice';
import { ChartTools } from '../components/chart-tools';
import { FittingChoice, widthOf } from '../components/fitting-choice';
import { NodeTable } from '../components/node-table';
import { RangeControl } from '../components/range-control';
import { RangeEmpty } from '../components/range-empty';
import { TimeBar } from '../components/time-bar';
import toolbar from '../components/toolbar.module.css';
import { groundOf } from '../model/ground';
import { dayBefore, nodeLines, seenNodes } from '../model/profile-rows';
import { aroundLast } from '../model/range';
import type { ReadingRow } from '../model/types';
import type { ViewProps } from '../model/view';
import { useViewState } from '../model/view-state';
import { usePictureTitle } from '../queries/picture-title';
import { useEngineering, useFields, useThresholds } from '../queries/point';
import { useReadings, useTimes } from '../queries/readings';
import { useCsvExport } from '../queries/series';
import styles from './profile-view.module.css';

/** What the range, the tools and the paddings of the bar take, and a list in place of a choice side by side. */
const barTaken = 430;
const chosenWidth = 130;
const compared = 6;
const mostCompared = 11;

const modes = ['ab', 'ab-segment', 'segment'] as const;
const isMode = (mode: string | null): mode is (typeof modes)[number] =>
  (modes as readonly (string | null)[]).includes(mode);

/** adm-profile: the shape of an array at chosen times, depth down, with a table of its nodes. */
export default function ProfileView({ zone, point, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const chart = useRef<ChartHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { width: barWidth } = useSize(bar);
  const [every, setEvery] = useState(0);
  const [full, toggleFull] = useFullScreen();
  const [picked, setPicked] = useState<number | null>(null);
  const fields = useFields(point);
  const times = useTimes({ pointId: point.id, range: state.range, every });
  const all = times.data ?? [];
  const chosen = useMemo(() => {
    const wanted = state.times.filter((one) => all.includes(one));
    return wanted.length > 0 ? [...wanted].sort((a, b) => a - b) : equallySpaced(all, compared);
  }, [state.times, all]);
  const current = state.at !== null && all.includes(state.at) ? state.at : (chosen.at(-1) ?? null);
  const curvesAt = useMemo(
    () => (current === null ? chosen : [...new Set([...chosen.filter((one) => one <= current), current])]),
    [chosen, current],
  );
  const before = current === null ? null : dayBefore(all, current, (point.interval * 1000) / 2);
  const baseTime = state.base === null ? null : (all.find((one) => one >= (state.base ?? 0)) ?? all.at(-1) ?? null);
  const wanted = useMemo(
    () => [...new Set([...chosen, current, before, baseTime].filter((one) => one !== null))],
    [chosen, current, before, baseTime],
  );
  const readings = useReadings({ pointId: point.id, times: wanted });
  const thresholds = useThresholds(point.structureId, point.id);
  const csv = useCsvExport();
  const configs = useChartConfigs(point.structureId, point.id, 'adm-profile');
  const engineering = useEngineering(point.structureId, point.id, current);
  const ground = useMemo(
    () => (engineering && current !== null ? groundOf(engineering, current, t('profile.excavation')) : null),
    [engineering, current, t],
  );
  const left = configs.profileChart1LMetric || 'x';
  const right = configs.profileChart1RMetric || 'y';

  const biaxial = fields.some((f) => f.name === right);
  // A second plot that somebody chose for the point is what it shows; else what happens along each segment.
  const usual = biaxial && configs.profileChart1RMetric ? 'ab' : 'segment';
  const mode = biaxial && isMode(state.mode) ? state.mode : usual;
  const directions = [...new Set([left, right, 'res'])].flatMap((name) => {
    const info = fields.find((f) => f.name === name);
    return info ? [{ value: name, label: info.label }] : [];
  });
  const direction = directions.find((one) => one.value === state.direction)?.value ?? left;
  const end: FixedEnd = state.end === 'top' ? 'top' : state.end === 'bottom' ? 'bottom' : 'stored';
  const ends = (['stored', 'bottom', 'top'] as const).map((value) => ({ value, label: t(`profile.${value}`) }));
  const base = (baseTime !== null && readings.data?.get(baseTime)) || null;
  const reference = useMemo(() => ({ end, base }), [end, base]);
  const relative = end !== 'stored' || base !== null;
  const room = barWidth && Math.max(1, barWidth - barTaken);
  // What the settings of the point hide is shown once somebody asks for it.
  const showLimits =
    !state.hidden.includes('thresholds') && (configs.showThreshold !== false || state.hidden.includes('-thresholds'));
  const showGround = !state.hidden.includes('ground');
  const hide = (part: string, hidden: boolean) => {
    const others = state.hidden.filter((one) => one !== part && one !== `-${part}`);
    const asked = part === 'thresholds' && configs.showThreshold === false ? [`-${part}`] : [];
    change({ hidden: [...others, ...(hidden ? [part] : asked)] });
  };

  const plots = useMemo((): ProfilePlot[] => {
    const byTime = readings.data;
    if (!byTime) return [];
    const plot = (field: string, segment: boolean): ProfilePlot => {
      const info = fields.find((f) => f.name === field);
      return {
        name: segment ? t('profile.segmentOf', { field: info?.label ?? field }) : (info?.label ?? field),
        unit: info?.unit ?? 'mm',
        decimals: configs.decimals ?? info?.decimals ?? 2,
        thresholds:
          segment || relative
            ? []
            : thresholds.filter((one) => one.enable && one.field === field && one.valueType === 'accumulated'),
        curves: curvesAt.flatMap((one) => {
          const reading = byTime.get(one);
          if (!reading) return [];
          const nodes = seenNodes(reading, field, reference);
          return [{ t: one, nodes: segment ? perSegment(nodes) : nodes }];
        }),
      };
    };
    if (mode === 'segment') return [plot(direction, false), plot(direction, true)];
    const segments = mode === 'ab-segment';
    return [plot(left, segments), plot(right, segments)];
  }, [readings.data, curvesAt, fields, mode, direction, reference, relative, thresholds, configs, left, right, t]);

  const build = useCallback(
    (one: ChartContext) =>
      profileChart(
        {
          plots,
          depthName: t('profile.depth'),
          showThresholds: showLimits,
          picked,
          ground: showGround ? ground : null,
          ends: { min: configs.yMin ?? null, max: configs.yMax ?? null },
          upwards: configs.reverseDepth === false,
        },
        { ...one, theme: withPalette(one.theme, configs.palette) },
      ),
    [plots, showLimits, picked, ground, showGround, configs, t],
  );

  const reading: ReadingRow | undefined = current === null ? undefined : readings.data?.get(current);
  const tableField = mode === 'segment' ? direction : left;
  const lines = useMemo(
    () =>
      reading
        ? nodeLines(
            reading,
            before === null ? null : (readings.data?.get(before) ?? null),
            tableField,
            thresholds,
            reference,
          )
        : [],
    [reading, readings.data, before, tableField, thresholds, reference],
  );
  const first = plots[0];
  const worst = first ? extreme(first.curves.at(-1)?.nodes ?? []) : null;
  const info = fields.find((f) => f.name === tableField);
  const picture = usePictureTitle(point)(
    t('view.profile'),
    `${formatTime(curvesAt[0], zone)} – ${formatTime(current, zone)}`,
    first?.unit ?? '',
  );

  const loading = times.isPending || (all.length > 0 && !readings.data);
  return (
    <div className={styles.page}>
      <Panel fill busy={(times.isFetching || readings.isFetching) && all.length > 0} className={styles.chart}>
        <div className={`${styles.column} ${fullScreen.area}`} data-full={full}>
          <div className={toolbar.bar} ref={bar}>
            <div className={toolbar.choices}>
              <RangeControl range={state.range} zone={zone} onChange={(range) => change({ range })} />
              {biaxial && (
                <FittingChoice
                  label={t('profile.mode')}
                  value={mode}
                  room={room && Math.max(1, room - widthOf(ends))}
                  options={[
                    { value: 'ab', label: t('profile.ab') },
                    { value: 'ab-segment', label: t('profile.abSegment') },
                    { value: 'segment', label: t('profile.segment') },
                  ]}
                  onChange={(value) => change({ mode: value === usual ? null : value })}
                />
              )}
              {mode === 'segment' && biaxial && (
                <FittingChoice
                  label={t('profile.direction')}
                  value={direction}
                  room={room}
                  options={directions}
                  onChange={(value) => change({ direction: value === left ? null : value })}
                />
              )}
              <FittingChoice
                label={t('profile.end')}
                value={end}
                room={room && Math.max(1, room - chosenWidth)}
                options={ends}
                onChange={(value) => change({ end: value === 'stored' ? null : value })}
              />
            </div>
            <div className={toolbar.end}>
              <Checkbox checked={showLimits} onChange={(event) => hide('thresholds', !event.target.checked)}>
                {t('profile.limits')}
              </Checkbox>
              {ground && (
                <Checkbox checked={showGround} onChange={(event) => hide('ground', !event.target.checked)}>
                  {t('profile.ground')}
                </Checkbox>
              )}
              <ChartTools
                every={every}
                onEvery={setEvery}
                onRefresh={() => times.refetch()}
                busy={times.isFetching}
                table={{ shown: state.table, onChange: (table) => change({ table }) }}
                onPicture={() => void chart.current?.savePicture()}
                onCsv={() =>
                  csv.mutate({
                    pointId: point.id,
                    fields: fields.map((f) => f.name).filter((name) => ['x', 'y', 'res', left, right].includes(name)),
                    nodes: [],
                    valueType: 'accumulated',
                    base: null,
                    includeAbnormal: true,
                    interval: point.interval,
                    range: state.range,
                  })
                }
                full={full}
                onFull={toggleFull}
              />
            </div>
          </div>
          <div className={styles.legend}>
            {t('profile.compared')}
            {curvesAt.map((one, i) => (
              <span key={one} className={styles.entry} data-current={one === current}>
                <svg width="16" height="4" aria-hidden="true">
                  <line
                    x1="0"
                    x2="16"
                    y1="2"
                    y2="2"
                    stroke={context.theme.palette[0]}
                    strokeWidth={one === current ? 2.4 : 1.6}
                    opacity={rampOpacity(i, curvesAt.length)}
                  />
                </svg>
                {formatTime(one, zone, 'list')}
              </span>
            ))}
            <div className={styles.base}>
              <BaseChoice zone={zone} base={baseTime} reading={current} onChange={(at) => change({ base: at })} />
            </div>
          </div>
          <div className={styles.plot}>
            {times.error && all.length === 0 ? (
              <PanelError title={t('failed')} error={times.error} onRetry={() => times.refetch()} />
            ) : loading ? (
              <PanelSkeleton rows={8} />
            ) : all.length === 0 ? (
              <RangeEmpty
                point={point}
                zone={zone}
                valueType="observed"
                onJump={() => point.time !== null && change({ range: aroundLast(state.range, point.time, Date.now()) })}
              />
            ) : (
              <ChartView
                handle={chart}
                build={build}
                context={context}
                {...picture}
                sentence={t('profile.sentence', {
                  point: point.name,
                  what: first?.name ?? '',
                  count: curvesAt.length,
                  time: formatTime(current, zone),
                  max: formatNumber(worst?.value, first?.decimals),
                  depth: formatNumber(worst?.depth, 1),
                  unit: first?.unit ?? '',
                  level: t(`common:level.${pointMark(point.level, point.time)}`),
                })}
                twin={() => ({
                  columns: [
                    { title: t('profile.depth') },
                    ...curvesAt.map((one) => ({ title: formatTime(one, zone, 'list') })),
                  ],
                  rows: (first?.curves.at(-1)?.nodes ?? []).map((node) => [
                    formatNumber(node.depth, 2),
                    ...(first?.curves ?? []).map((c) =>
                      formatNumber(c.nodes.find((n) => n.no === node.no)?.value, first?.decimals),
                    ),
                  ]),
                })}
                showTable={state.table}
              />
            )}
          </div>
        </div>
      </Panel>
      <Panel fill>
        <TimeBar
          times={all}
          chosen={chosen}
          current={current}
          zone={zone}
          onCurrent={(at) => change({ at })}
          onChosen={(list) => change({ times: list.slice(-mostCompared) })}
        />
      </Panel>
      <Panel
        className={styles.side}
        title={t('profile.nodes')}
        extra={
          current === null
            ? undefined
            : before === null
              ? formatTime(current, zone, 'list')
              : t('profile.against', {
                  time: formatTime(current, zone, 'list'),
                  before: formatTime(before, zone, 'list'),
                })
        }
      >
        {loading ? (
          <PanelSkeleton rows={8} />
        ) : (
          <NodeTable
            lines={lines}
            name={info?.label ?? ''}
            unit={info?.unit ?? 'mm'}
            decimals={info?.decimals ?? 2}
            picked={picked}
            onPick={(no) => setPicked(no === picked ? null : no)}
          />
        )}
      </Panel>
    </div>
  );
}
