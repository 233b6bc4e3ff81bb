import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalysisState } from '../../model/analysis';
import { causesOf, modelBody, ownTemperature, proposalsOf } from '../../model/environment';
import { useTypeWord } from '../../model/type-word';
import type { PointState } from '../../model/types';
import type { Analyzed } from '../../queries/analyzed';
import { useTree, useTreePoints } from '../../queries/project';
import { useLatestReading } from '../../queries/readings';
import { useResidual } from '../../queries/residual';
import { modelChart, residualChart } from './model';

/** useEnvironment fits the chosen model, and returns its two charts. */
export function useEnvironment(point: PointState, state: AnalysisState, analyzed: Analyzed, every: number) {
  const { t } = useTranslation('analysis');
  const typeWord = useTypeWord();
  const tree = useTree(point.projectId);
  const points = useTreePoints(point.projectId);
  const { readings, answer, series, fields } = analyzed;
  const node = readings?.node ?? 0;
  const latest = useLatestReading(point.id, point.node !== null);
  const proposals = useMemo(
    () => proposalsOf(point, points, ownTemperature(fields, node, latest.data?.nodes ?? [])),
    [point, points, fields, node, latest.data],
  );
  const causes = useMemo(() => causesOf(point, state, proposals), [point, state, proposals]);
  const model = useMemo(() => modelBody(state, causes), [state, causes]);
  const fit = useResidual({
    pointId: point.id,
    analyzed,
    model,
    state,
    every,
    ready: !tree.isPending && !latest.isLoading,
  });
  const { explained } = fit;
  const axisName = readings ? `${readings.field.label}·${typeWord(readings.valueType)}` : '';
  const charts = useMemo(() => {
    if (!readings) return { upper: null, below: null };
    const words = {
      ...{ measured: t('measured'), fitted: t('environment.fitted'), band: t('band', { percent: 90 }) },
      ...{ residual: t('environment.residual'), held: t('environment.held') },
      fitTo: t('fit.end'),
    };
    const read = { answer, series };
    return {
      upper: modelChart(read, readings, explained, axisName, words),
      below: residualChart(read, readings, explained, words),
    };
  }, [readings, answer, series, explained, axisName, t]);
  return { ...charts, fit, explained, proposals, causes, points };
}

export type Environment = ReturnType<typeof useEnvironment>;
