import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { PanelEmpty } from '@/ui/states';
import { AnalysisPage, Named } from '../../components/analysis-page';
import { AnalysisStage } from '../../components/analysis-stage';
import { useStage } from '../../components/chart-stage';
import { EstimateBelow } from '../../components/estimate-below';
import { FitChoice } from '../../components/fit-choice';
import { ReadingsChoice } from '../../components/readings-choice';
import { RefusedNote } from '../../components/refused-note';
import { StageNote } from '../../components/stage-notes';
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
  const { readings, empty } = analyzed;
  const failure = useFailure(point, state, analyzed, context, stage.every);
  const { fit, predicted, inverse, movement } = failure;
  const title = t('method.failure');
  const facts = useFailureFacts(predicted, readings, zone);
  const nothing = (fit.error || fit.tooFew !== null) && (
    <PanelEmpty title={t('failure.none')} hint={t('failure.choose')} />
  );
  return (
    <AnalysisPage
      strip={<FailureFigures {...{ predicted, readings, zone }} />}
      below={
        <EstimateBelow
          title={t('failure.movement')}
          {...{ point, chart: movement, context, facts, empty }}
          onPart={(part) => change({ fit: part })}
        />
      }
      side={<FailureSide {...{ predicted, zone }} />}
    >
      <AnalysisStage
        {...{ zone, point, context, state, change, stage, analyzed, title, facts }}
        method="failure"
        chart={inverse?.chart ?? null}
        busy={fit.isFetching}
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
        notes={
          <>
            {!empty && <RefusedNote fitting={fit} fit={state.fit} change={change} />}
            {predicted?.prediction.failure?.accelerates === false && <StageNote>{t('failure.steady')}</StageNote>}
            {inverse && inverse.beyond > 0 && <StageNote>{t('failure.beyond', { count: inverse.beyond })}</StageNote>}
          </>
        }
        nothing={nothing}
        onPart={(part) => change({ fit: part })}
      />
    </AnalysisPage>
  );
}
