import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { AnalysisPage } from '../../components/analysis-page';
import { AnalysisStage } from '../../components/analysis-stage';
import { useStage } from '../../components/chart-stage';
import { EstimateBelow } from '../../components/estimate-below';
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
  const { readings, empty } = analyzed;
  const environment = useEnvironment(point, state, analyzed, stage.every);
  const { upper, below, fit, explained } = environment;
  const unit = readings?.field.unit ?? '';
  const title = t('method.environment');
  const facts = useEnvironmentFacts(explained, readings, zone);
  const coefficients = useCoefficients(explained, point, unit, environment);
  const nothing = empty || fit.error !== null || fit.tooFew !== null;
  return (
    <AnalysisPage
      below={
        !nothing && (
          <EstimateBelow
            {...{ point, chart: below, context, facts }}
            onPart={(part) => change({ fit: part })}
            title={t('environment.residual')}
            empty={false}
          />
        )
      }
      side={<EnvironmentSide {...{ explained, facts, point, unit, environment }} />}
    >
      <AnalysisStage
        {...{ zone, point, context, state, change, stage, analyzed, title, facts }}
        method="environment"
        chart={upper}
        {...(upper && { file: { chart: withResidual(upper, below), facts: [...facts, ...coefficients] } })}
        busy={fit.isFetching}
        controls={<EnvironmentControls {...{ zone, point, state, change, analyzed, environment }} />}
        notes={!empty && <EnvironmentNotes {...{ environment, state, change }} />}
        onPart={(part) => change({ fit: part })}
      />
    </AnalysisPage>
  );
}
