import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { AnalysisPage } from '../../components/analysis-page';
import { AnalysisStage } from '../../components/analysis-stage';
import { useStage } from '../../components/chart-stage';
import { RefusedNote } from '../../components/refused-note';
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
  const { readings, answer, series, empty } = analyzed;
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
  return (
    <AnalysisPage side={<DealSide {...{ facts, way, processed, point, readings, zone }} />}>
      <AnalysisStage
        {...{ zone, point, context, state, change, stage, analyzed, title, chart, facts }}
        method="deal"
        busy={processing.isFetching}
        controls={<DealControls {...{ zone, point, state, change, analyzed }} />}
        notes={!empty && <RefusedNote fitting={{ error: processing.error, tooFew: null }} fit={null} change={change} />}
      />
    </AnalysisPage>
  );
}
