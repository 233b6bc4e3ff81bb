import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { ScrollArea } from '@/ui/scroll-area';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import below from '../../components/compared-below.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedBar } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import styles from '../../components/ring.module.css';
import { RingChart } from '../../components/ring-chart';
import { RingChords } from '../../components/ring-chords';
import { RingChoices, RingShown } from '../../components/ring-controls';
import { RingFacts } from '../../components/ring-facts';
import { ChordProcess } from '../../components/ring-process';
import { StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { useRing } from '../../queries/use-ring';

/** Misclosure above which a ring is doubtful, as a share of its perimeter (formulas.md section 13). */
const farOpen = 0.005;

/** adm-circular: a section of a lining at chosen times, its chords, and how they converged. */
export default function RingView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const ring = useRing(page.slug, point, state, stage.every);
  const { query, all, times, closure } = ring;
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      ...{ pointId: point.id, fields: ['radial', 'convergence', 'ovality'], nodes: [], includeAbnormal: true },
      ...{ valueType: 'accumulated', base: state.base, interval: point.interval, range: state.range },
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType="accumulated" range={state.range} change={change} />;
  const none = (all.length === 0 && !query.isPending) || point.noInitial;
  const wide = state.table || ring.mode === 'unrolled';
  return (
    <ScrollArea className={below.page} label={page.title}>
      <ChartStage
        {...{ stage, zone, state, change, query, onTable }}
        busy={ring.busy}
        controls={<RingChoices ring={ring} barWidth={stage.barWidth} change={change} />}
        end={<RingShown ring={ring} hidden={state.hidden} change={change} />}
      >
        {closure && closure.share > farOpen && (
          <StageNote>
            {t('circular.open', { gap: formatNumber(closure.gap, 1), share: formatPercent(closure.share, 2) })}
          </StageNote>
        )}
        <ComparedLegend times={times} context={context} change={change} />
        <div className={compared.plot}>
          <div className={styles.ring} data-wide={wide}>
            <StageBody
              error={all.length > 0 ? null : query.error}
              onRetry={query.refetch}
              loading={ring.loading && !none}
              rows={8}
              empty={none ? empty : null}
            >
              {() => <RingChart {...{ ring, page, point, state, context }} handle={stage.chart} />}
            </StageBody>
          </div>
        </div>
      </ChartStage>
      <ChordProcess {...{ ring, point, state, change, context }} slug={page.slug} every={stage.every} />
      <ComparedBar {...{ zone, all, times, change }} />
      <RingChords ring={ring} zone={zone} onPick={(from) => change({ nodes: [from] })}>
        <RingFacts ring={ring} />
      </RingChords>
    </ScrollArea>
  );
}
