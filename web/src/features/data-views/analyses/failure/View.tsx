import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { PanelEmpty } from '@/ui/states';
import styles from '../../components/analysis.module.css';
import { AnalysisPage, AnalysisTabs, Named } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { EstimateBelow } from '../../components/estimate-below';
import { EstimateView, useEstimateCsv } from '../../components/estimate-view';
import { FitChoice } from '../../components/fit-choice';
import { RangeEmpty } from '../../components/range-empty';
import { ReadingsChoice } from '../../components/readings-choice';
import { RefusedNote } from '../../components/refused-note';
import { BaseNote, NoInitialNote, StageNote } from '../../components/stage-notes';
import { averages, useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { useAnalyzed } from '../../queries/analyzed';
import { FailureFigures, useFailureFacts } from './figures';
import { FailureSide } from './side';
import { useFailure } from './use-failure';

/** Estimates when an accelerating movement fails, by its inverse velocity. */
export default function FailureView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation('analysis');
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const analyzed = useAnalyzed(point, state, stage.every);
  const { readings, query, answer, empty } = analyzed;
  const failure = useFailure(point, state, analyzed, context, stage.every);
  const { fit, predicted, inverse, movement } = failure;
  const title = t('method.failure');
  const facts = useFailureFacts(predicted, readings, zone);
  const save = useEstimateCsv(point, context);
  const nothing =
    empty && readings ? (
      <RangeEmpty {...{ point, zone, change }} valueType={readings.valueType} range={state.range} />
    ) : (
      (fit.error || fit.tooFew !== null) && <PanelEmpty title={t('failure.none')} hint={t('failure.choose')} />
    );
  return (
    <AnalysisPage
      strip={<FailureFigures {...{ predicted, readings, zone }} />}
      below={
        <EstimateBelow title={t('failure.movement')} {...{ point, chart: movement, context, facts, empty, change }} />
      }
      side={<FailureSide {...{ predicted, zone }} />}
    >
      <ChartStage
        {...{ stage, zone, state, change, query }}
        busy={(query.isFetching && !query.isPending) || fit.isFetching}
        {...(inverse && { onCsv: () => save(title, inverse.chart, facts) })}
        head={<AnalysisTabs point={point} method="failure" />}
        controls={
          <>
            <ReadingsChoice {...{ zone, point, state, change, analyzed }} />
            <FitChoice label={t('fit.label')} {...{ zone, state, change }} />
            <Named name={t('average.label')}>
              <Select
                aria-label={t('average.label')}
                popupMatchSelectWidth={false}
                value={state.average}
                options={averages.map((value) => ({ value, label: t('average.hours', { count: value }) }))}
                onChange={(average: number) => change({ average })}
              />
            </Named>
          </>
        }
      >
        <NoInitialNote point={point} />
        <BaseNote base={readings?.base ?? null} zone={zone} onReset={() => change({ base: null })} />
        {!empty && <RefusedNote fitting={fit} fit={state.fit} change={change} />}
        {predicted?.prediction.failure?.accelerates === false && <StageNote>{t('failure.steady')}</StageNote>}
        {inverse && inverse.beyond > 0 && <StageNote>{t('failure.beyond', { count: inverse.beyond })}</StageNote>}
        <div className={styles.chart}>
          <StageBody
            error={answer ? null : query.error}
            onRetry={query.refetch}
            loading={!inverse && !nothing}
            rows={8}
            empty={nothing || null}
          >
            {() =>
              inverse && (
                <EstimateView
                  {...{ point, context, title }}
                  chart={inverse.chart}
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
