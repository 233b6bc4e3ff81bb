import { type Ref, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { profileChart } from '@/entities/chart/profile';
import { extreme, sameNode } from '@/entities/chart/profile-nodes';
import type { ProfilePlot } from '@/entities/chart/profile-plot';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import { BaseNote, NoInitialNote, StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import { usePictureTitle } from '../../queries/picture-title';
import { useReadingsFile } from '../../queries/series';
import { ModeChoice, PairChoice, type Parts, TemperatureNodes, TypeOfTemperature } from './controls';
import { differenceOf } from './model';
import { TemperatureSide } from './side';
import { useTemperatures } from './use-temperatures';

/** The temperatures over depth at the compared times. */
export function TemperatureProfile(props: Parts) {
  const { zone, point, state, change, nodes, look, pair } = props;
  const { t } = useTranslation('data-views');
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const read = useTemperatures(props, stage.every);
  const { query, all, times, plot, newest } = read;
  const { valueType } = look;
  const changes = valueType === 'accumulated';
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      ...{ pointId: point.id, fields: ['temp'], nodes: state.nodes, includeAbnormal: true },
      ...{ valueType, base: changes ? state.base : null, interval: point.interval, range: state.range },
    });
  const value = pair && differenceOf(pair, (no) => newest.find((one) => one.no === no)?.value);
  const none = all.length === 0 || newest.every((one) => one.value === null);
  const nothing =
    read.plot.curves.length > 0 && newest.length === 0 ? (
      <PanelEmpty title={t('temperature.noDepth')} />
    ) : (
      <RangeEmpty {...{ point, zone, valueType, change }} range={state.range} />
    );
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times, onTable }}
      busy={read.busy}
      controls={
        <>
          <ModeChoice look={look} change={change} />
          <TypeOfTemperature look={look} change={change} />
          <TemperatureNodes {...{ nodes, state, change }} />
          <PairChoice {...{ nodes, pair, change }} />
        </>
      }
      end={null}
      side={<TemperatureSide read={read} zone={zone} />}
    >
      {valueType !== 'observed' && <NoInitialNote point={point} />}
      <BaseNote base={changes ? state.base : null} zone={zone} onReset={() => change({ base: null })} />
      <ComparedLegend times={times} context={context} change={change} based={changes} />
      {value !== null && (valueType === 'observed' || changes) && (
        <StageNote>
          {t('temperature.now', { time: formatTime(times.current, zone), value: formatNumber(value, 1) })}
        </StageNote>
      )}
      <div className={compared.plot}>
        <StageBody
          error={all.length > 0 ? null : query.error}
          onRetry={query.refetch}
          loading={read.loading}
          rows={8}
          empty={none ? nothing : null}
        >
          {() => <Chart {...{ ...props, plot, context }} current={times.current} handle={stage.chart} />}
        </StageBody>
      </div>
    </ComparedStage>
  );
}

interface ChartProps extends Pick<Parts, 'page' | 'point' | 'state'> {
  plot: ProfilePlot;
  context: ChartContext;
  current: number | null;
  handle: Ref<ChartHandle>;
}

function Chart({ page, point, state, plot, context, current, handle }: ChartProps) {
  const { t } = useTranslation(['data-views', 'common']);
  const { zone } = context;
  const { curves, unit, decimals } = plot;
  const depthName = t('profile.depth');
  const chart = useMemo(() => ({ plots: [plot], depthName, showThresholds: true, picked: null }), [plot, depthName]);
  const build = useCallback((one: ChartContext) => profileChart(chart, one), [chart]);
  const picture = usePictureTitle(point)(`${page.title} ${plot.name}`, [curves[0]?.t, current], unit);
  const newest = curves.at(-1)?.nodes ?? [];
  const most = extreme(newest);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('temperature.sentence', {
        ...{ point: point.name, what: plot.name, count: curves.length, unit, time: formatTime(current, zone) },
        max: formatNumber(most?.value, decimals),
        depth: formatNumber(most?.depth, 2),
      })}
      twin={() => ({
        columns: [{ title: depthName }, ...curves.map((one) => ({ title: formatTime(one.t, zone, 'list') }))],
        rows: newest.map((node) => [
          formatNumber(node.depth, 2),
          ...curves.map((one) => formatNumber(one.nodes.find((at) => sameNode(at, node))?.value, decimals)),
        ]),
      })}
      showTable={state.table}
    />
  );
}
