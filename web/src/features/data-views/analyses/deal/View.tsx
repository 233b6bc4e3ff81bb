import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import styles from '../../components/analysis.module.css';
import { AnalysisPage, AnalysisTabs } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { EstimateView, useEstimateCsv } from '../../components/estimate-view';
import { RangeEmpty } from '../../components/range-empty';
import { RefusedNote } from '../../components/refused-note';
import { BaseNote, NoInitialNote } from '../../components/stage-notes';
import { useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { useTypeWord } from '../../model/type-word';
import { useProcessed } from '../../queries/analysis';
import { useAnalyzed } from '../../queries/analyzed';
import { DealControls } from './controls';
import { dealChart } from './model';
import { DealSide, useDealFacts } from './side';

/** Smooths or interpolates the readings of a point, or finds outliers and flags them. */
export default function DealView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation('analysis');
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const typeWord = useTypeWord();
  const analyzed = useAnalyzed(point, state, stage.every);
  const { readings, query, answer, series, empty } = analyzed;
  const { way } = state;
  const processing = useProcessed({ pointId: point.id, readings, state, every: stage.every });
  const processed = processing.error || empty || processing.data?.way !== way ? null : processing.data;
  const axisName = readings ? `${readings.field.label}·${typeWord(readings.valueType)}` : '';
  const chart = useMemo(
    () =>
      readings &&
      dealChart({ answer, series }, readings, processed, axisName, {
        original: t('deal.original'),
        processed: t('deal.processed', { name: t(`deal.${way}`) }),
        outliers: t('deal.outliers'),
      }),
    [readings, answer, series, processed, axisName, way, t],
  );
  const title = `${t('method.deal')} ${t(`deal.${way}`)}`;
  const facts = useDealFacts(processed, chart, state);
  const save = useEstimateCsv(point, context);
  return (
    <AnalysisPage side={<DealSide {...{ facts, way, processed, point, readings, zone }} />}>
      <ChartStage
        {...{ stage, zone, state, change, query }}
        busy={(query.isFetching && !query.isPending) || processing.isFetching}
        {...(chart && { onCsv: () => save(title, chart, facts) })}
        head={<AnalysisTabs point={point} method="deal" />}
        controls={<DealControls {...{ zone, point, state, change, analyzed }} />}
      >
        <NoInitialNote point={point} />
        <BaseNote base={readings?.base ?? null} zone={zone} onReset={() => change({ base: null })} />
        {!empty && <RefusedNote fitting={{ error: processing.error, tooFew: null }} fit={null} change={change} />}
        <div className={styles.chart}>
          <StageBody
            error={answer ? null : query.error}
            onRetry={query.refetch}
            loading={!chart}
            rows={8}
            empty={
              empty && readings ? (
                <RangeEmpty {...{ point, zone, change }} valueType={readings.valueType} range={state.range} />
              ) : null
            }
          >
            {() =>
              chart && (
                <EstimateView
                  {...{ point, chart, context, title }}
                  sentence={facts.map((one) => one.join(' ')).join('; ')}
                  showTable={state.table}
                  handle={stage.chart}
                />
              )
            }
          </StageBody>
        </div>
      </ChartStage>
    </AnalysisPage>
  );
}
