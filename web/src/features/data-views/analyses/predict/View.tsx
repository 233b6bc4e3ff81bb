import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { AnalysisPage } from '../../components/analysis-page';
import { AnalysisStage } from '../../components/analysis-stage';
import { useStage } from '../../components/chart-stage';
import { RefusedNote } from '../../components/refused-note';
import { StageNote } from '../../components/stage-notes';
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
  const { readings, answer, series, threshold, empty } = analyzed;
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
  return (
    <AnalysisPage side={<PredictSide facts={facts} curve={curve} />}>
      <AnalysisStage
        {...{ zone, point, context, state, change, stage, analyzed, title, chart, facts }}
        method="predict"
        busy={fit.isFetching}
        controls={<PredictControls {...{ zone, point, state, change, analyzed }} />}
        notes={
          <>
            {!empty && <RefusedNote fitting={fit} fit={state.fit} change={change} />}
            {predicted?.shortened && <StageNote>{t('ahead.shortened')}</StageNote>}
          </>
        }
        onPart={(part) => change({ fit: part })}
      />
    </AnalysisPage>
  );
}
