import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { StageBody, useStage } from '../../components/chart-stage';
import styles from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import { StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { BearingPlan } from './chart';
import { BearingChoices, BearingShown } from './controls';
import { BearingNodes } from './nodes';
import { useBearing } from './use-bearing';

/** adm-northeast: where the nodes of an array moved in plan, or the way of one node. */
export default function BearingView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const bearing = useBearing(page.slug, point, state, stage.every);
  const { query, all, times, frame, picture } = bearing;
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      pointId: point.id,
      fields: frame ? [frame.up, ...(frame.right === null ? [] : [frame.right])] : [],
      nodes: bearing.mode === 'track' ? bearing.shown.slice(0, 1) : [],
      valueType: 'accumulated',
      base: state.base,
      includeAbnormal: true,
      interval: point.interval,
      range: state.range,
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType="accumulated" range={state.range} change={change} />;
  const none = all.length === 0 || point.noInitial;
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times }}
      busy={bearing.busy}
      onTable={onTable}
      controls={<BearingChoices bearing={bearing} barWidth={stage.barWidth} change={change} />}
      end={<BearingShown bearing={bearing} state={state} change={change} />}
      side={<BearingNodes bearing={bearing} zone={zone} onPick={(no) => change({ nodes: [no] })} />}
    >
      {bearing.frames[0]?.name === 'ab' && <StageNote>{t('northeast.noAzimuth')}</StageNote>}
      <ComparedLegend times={times} context={context} change={change} />
      <div className={styles.plot}>
        <div className={styles.square} data-table={state.table}>
          <StageBody
            error={all.length > 0 ? null : query.error}
            onRetry={query.refetch}
            loading={bearing.loading && !none}
            rows={8}
            empty={none && !query.isPending ? empty : null}
          >
            {() =>
              picture && (
                <BearingPlan {...{ bearing, picture, page, point, context }} table={state.table} handle={stage.chart} />
              )
            }
          </StageBody>
        </div>
      </div>
    </ComparedStage>
  );
}
