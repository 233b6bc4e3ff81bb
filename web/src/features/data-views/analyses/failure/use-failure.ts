import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatTime } from '@/ui/format/time';
import type { AnalysisState } from '../../model/analysis';
import { thresholdOf } from '../../model/profile-rows';
import { useTypeWord } from '../../model/type-word';
import type { PointState } from '../../model/types';
import { usePrediction } from '../../queries/analysis';
import type { Analyzed } from '../../queries/analyzed';
import { useThresholds } from '../../queries/point';
import { inverseChart, movementChart } from './model';

/** useFailure loads an estimate and makes its two charts. */
export function useFailure(
  point: PointState,
  state: AnalysisState,
  analyzed: Analyzed,
  { words, zone }: ChartContext,
  every: number,
) {
  const { readings, answer, series, threshold, empty } = analyzed;
  const { t } = useTranslation(['analysis', 'common']);
  const typeWord = useTypeWord();
  const fit = usePrediction({ pointId: point.id, analyzed, curve: 'inverseVelocity', state, every });
  const { predicted } = fit;
  const thresholds = useThresholds(point.structureId, point.id);
  const charts = useMemo(() => {
    if (!readings) return null;
    const { field, node, valueType } = readings;
    const texts = {
      inverse: t('failure.inverse'),
      line: t('failure.line'),
      band: t('failure.band', { percent: 90 }),
      interval: t('failure.interval', { percent: 90 }),
      measured: t('measured'),
      curve: t('failure.curve'),
      fitFrom: t('fit.begin'),
      last: t('failure.last'),
      fails: formatTime(predicted?.prediction.failure?.time, zone, 'list'),
      speed: (level: number, rate: number) =>
        `${words.level(level)} v = ${words.number(rate, Math.min(field.decimals, 1))} ${field.unit}/d`,
      level: (level: number, value: number) => `${words.level(level)} ${words.number(value, field.decimals)}`,
    };
    const rate = thresholdOf(thresholds, field.name, 'rate', node || undefined);
    const axisName = `${field.label}·${typeWord(valueType)}`;
    return {
      inverse: predicted && inverseChart(predicted, rate, t('failure.inverse'), field.unit, texts),
      movement: movementChart({ answer, series, threshold }, predicted, readings, axisName, texts),
    };
  }, [predicted, readings, answer, series, threshold, thresholds, words, zone, typeWord, t]);
  return { fit, predicted, inverse: charts?.inverse ?? null, movement: empty ? null : (charts?.movement ?? null) };
}
