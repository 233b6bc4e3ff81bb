import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
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
import { ChordProcess } from '../../components/ring-process';
import { StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { useRing } from '../../queries/use-ring';
import { SectionAngles } from './angles';
import { SectionChoices } from './controls';
import { SectionFacts } from './facts';

/** pdm-profile: a scanned section at chosen times, with its design, its clearance and what its points did. */
export default function SectionView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const ring = useRing(page.slug, point, state, stage.every, true);
  const { query, all, times } = ring;
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      ...{ pointId: point.id, fields: ['radial', 'convergence', 'area', 'ovality'], nodes: [], includeAbnormal: true },
      ...{ valueType: 'accumulated', base: state.base, interval: point.interval, range: state.range },
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType="accumulated" range={state.range} change={change} />;
  const none = (all.length === 0 && !query.isPending) || point.noInitial;
  const hidden = ring.ring?.section?.masked.length ?? 0;
  return (
    <ScrollArea className={below.page} label={page.title}>
      <ChartStage
        {...{ stage, zone, state, change, query, onTable }}
        busy={ring.busy}
        controls={
          <>
            <RingChoices ring={ring} barWidth={stage.barWidth} change={change} />
            <SectionChoices state={state} change={change} />
          </>
        }
        end={<RingShown ring={ring} hidden={state.hidden} change={change} bars />}
      >
        {hidden > 0 && <StageNote>{t('scan.hidden', { count: hidden })}</StageNote>}
        <ComparedLegend times={times} context={context} change={change} />
        <div className={compared.plot}>
          <div className={styles.ring} data-wide={state.table || ring.mode === 'unrolled'}>
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
        <SectionFacts ring={ring} />
        <SectionAngles ring={ring} />
      </RingChords>
    </ScrollArea>
  );
}
