import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import styles from '../../components/analysis.module.css';
import { AnalysisPage, AnalysisTabs } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { EstimateView, useEstimateCsv } from '../../components/estimate-view';
import { RangeEmpty } from '../../components/range-empty';
import { RefusedNote } from '../../components/refused-note';
import { BaseNote, NoInitialNote, StageNote } from '../../components/stage-notes';
import { useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { useTypeWord } from '../../model/type-word';
import { usePrediction } from '../../queries/analysis';
import { useAnalyzed } from '../../queries/analyzed';
import { PredictControls } from './controls';
import { predictChart } from './model';
import { PredictSide, usePredictFacts } from './side';

/** Extrapolates the readings of a point by a fitted curve. */
export default function PredictView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation(['analysis', 'common']);
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const typeWord = useTypeWord();
  const analyzed = useAnalyzed(point, state, stage.every);
  const { readings, query, answer, series, threshold, empty } = analyzed;
  const { curve } = state;
  const fit = usePrediction({ pointId: point.id, analyzed, curve, state, every: stage.every });
  const { predicted } = fit;
  const { words } = context;
  const axisName = readings ? `${readings.field.label}·${typeWord(readings.valueType)}` : '';
  const chart = useMemo(
    () =>
      readings &&
      predictChart({ answer, series, threshold }, readings, predicted, axisName, {
        measured: t('measured'),
        curve: t(`curve.${curve}`),
        band: t('band', { percent: 90 }),
        fitFrom: t('fit.begin'),
        fitTo: t('fit.end'),
        level: (level, value) => `${words.level(level)} ${words.number(value, readings.field.decimals)}`,
      }),
    [answer, series, threshold, readings, predicted, axisName, curve, words, t],
  );
  const title = t('method.predict');
  const facts = usePredictFacts(predicted, chart, readings, zone);
  const save = useEstimateCsv(point, context);
  return (
    <AnalysisPage side={<PredictSide facts={facts} curve={curve} />}>
      <ChartStage
        {...{ stage, zone, state, change, query }}
        busy={(query.isFetching && !query.isPending) || fit.isFetching}
        {...(chart && { onCsv: () => save(title, chart, facts) })}
        head={<AnalysisTabs point={point} method="predict" />}
        controls={<PredictControls {...{ zone, point, state, change, analyzed }} />}
      >
        <NoInitialNote point={point} />
        <BaseNote base={readings?.base ?? null} zone={zone} onReset={() => change({ base: null })} />
        {!empty && <RefusedNote fitting={fit} fit={state.fit} change={change} />}
        {predicted?.shortened && <StageNote>{t('ahead.shortened')}</StageNote>}
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
                  onPart={(part) => change({ fit: part })}
                />
              )
            }
          </StageBody>
        </div>
      </ChartStage>
    </AnalysisPage>
  );
}
