import { useTranslation } from 'react-i18next';
import type { EstimateChart } from '@/entities/chart/estimate';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts } from '../../components/analysis-page';
import type { CurveName, Readings } from '../../model/analysis';
import type { Predicted } from '../../queries/analysis';
import { equations, reachedLimits } from './model';

type Fact = readonly [string, string];

/** usePredictFacts says what a curve was computed from, how well it fits, and where it leads. */
export function usePredictFacts(
  predicted: Predicted | null,
  chart: EstimateChart | null,
  readings: Readings | null,
  zone: string,
): Fact[] {
  const { t } = useTranslation('analysis');
  if (!predicted || !readings) return [];
  const { prediction: p } = predicted;
  const { unit, decimals } = readings.field;
  const number = (value: number) => formatNumber(value, decimals + 1);
  const units: Record<string, string> = { a: unit, b: p.curve === 'linear' && unit ? `${unit}/d` : unit, τ: 'd' };
  const last = p.rows.at(-1);
  return [
    [t('fact.equation'), equations[p.curve as CurveName] ?? ''],
    ...p.coefficients.map(
      ({ name, value, standardError }): Fact => [
        name,
        withUnit(`${number(value)} ± ${number(standardError)}`, units[name] ?? ''),
      ],
    ),
    ['R²', formatNumber(p.r2, 3)],
    [t('fact.residual'), withUnit(number(p.residual), unit)],
    [t('fact.fitted'), `${formatTime(p.from, zone, 'list')} – ${formatTime(p.to, zone, 'list')}`],
    [t('fact.readings'), t('fact.readingsUsed', { count: p.readings, dropped: p.dropped })],
    ...(p.later.readings > 0
      ? [[t('fact.later'), t('fact.laterInside', { count: p.later.readings, inside: p.later.inside })] as const]
      : []),
    ...(last
      ? [
          [
            t('fact.atEnd', { time: formatTime(last.time, zone, 'list') }),
            withUnit(formatNumber(last.value, decimals), unit),
          ] as const,
          [
            t('band', { percent: 90 }),
            withUnit(`${formatNumber(last.low, decimals)} – ${formatNumber(last.high, decimals)}`, unit),
          ] as const,
        ]
      : []),
    ...(chart
      ? reachedLimits(chart, predicted).map(
          ({ text, time }): Fact => [t('fact.reaches', { limit: text }), formatTime(time, zone, 'list')],
        )
      : []),
  ];
}

interface Props {
  facts: readonly Fact[];
  curve: CurveName;
}

/** What the extrapolation is computed from, and what it does not say. */
export function PredictSide({ facts, curve }: Props) {
  const { t } = useTranslation('analysis');
  return (
    <Panel title={t('result')} fill>
      {facts.length > 0 && <AnalysisFacts facts={facts} />}
      <div className={styles.words}>
        <p>{t(`about.${curve}`)}</p>
        <p>{t('about.band')}</p>
        <p>{t('about.never')}</p>
        <p>{t('about.brush')}</p>
      </div>
    </Panel>
  );
}
