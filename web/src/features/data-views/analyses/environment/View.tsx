import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import styles from '../../components/analysis.module.css';
import { AnalysisPage, AnalysisTabs } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { EstimateBelow } from '../../components/estimate-below';
import { EstimateView, useEstimateCsv } from '../../components/estimate-view';
import { RangeEmpty } from '../../components/range-empty';
import { BaseNote, NoInitialNote } from '../../components/stage-notes';
import { useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { useAnalyzed } from '../../queries/analyzed';
import { EnvironmentControls } from './controls';
import { withResidual } from './model';
import { EnvironmentNotes } from './refused';
import { EnvironmentSide, useCoefficients, useEnvironmentFacts } from './side';
import { useEnvironment } from './use-environment';

/** Explains the readings of a point by temperature, water level, rain and time, and shows what is left. */
export default function EnvironmentView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation('analysis');
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const analyzed = useAnalyzed(point, state, stage.every);
  const { readings, query, answer, empty } = analyzed;
  const environment = useEnvironment(point, state, analyzed, stage.every);
  const { upper, below, fit, explained } = environment;
  const unit = readings?.field.unit ?? '';
  const title = t('method.environment');
  const facts = useEnvironmentFacts(explained, readings, zone);
  const coefficients = useCoefficients(explained, point, unit, environment);
  const save = useEstimateCsv(point, context);
  const nothing = empty || fit.error !== null || fit.tooFew !== null;
  return (
    <AnalysisPage
      below={
        !nothing && (
          <EstimateBelow
            {...{ point, chart: below, context, facts, change }}
            title={t('environment.residual')}
            empty={false}
          />
        )
      }
      side={<EnvironmentSide {...{ explained, facts, point, unit, environment }} />}
    >
      <ChartStage
        {...{ stage, zone, state, change, query }}
        busy={(query.isFetching && !query.isPending) || fit.isFetching}
        {...(upper && { onCsv: () => save(title, withResidual(upper, below), [...facts, ...coefficients]) })}
        head={<AnalysisTabs point={point} method="environment" />}
        controls={<EnvironmentControls {...{ zone, point, state, change, analyzed, environment }} />}
      >
        <NoInitialNote point={point} />
        <BaseNote base={readings?.base ?? null} zone={zone} onReset={() => change({ base: null })} />
        {!empty && <EnvironmentNotes {...{ environment, state, change }} />}
        <div className={styles.chart}>
          <StageBody
            error={answer ? null : query.error}
            onRetry={query.refetch}
            loading={!upper}
            rows={8}
            empty={
              empty && readings ? (
                <RangeEmpty {...{ point, zone, change }} valueType={readings.valueType} range={state.range} />
              ) : null
            }
          >
            {() =>
              upper && (
                <EstimateView
                  {...{ point, context, title }}
                  chart={upper}
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
