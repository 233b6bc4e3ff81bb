import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EstimateChart } from '@/entities/chart/estimate';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber, withUnit } from '@/ui/format/number';
import { intervalText } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts } from '../../components/analysis-page';
import type { AnalysisState, Readings, Way } from '../../model/analysis';
import type { PointState } from '../../model/types';
import type { Processed } from '../../queries/analysis';
import { SuspectDialog } from './suspect-dialog';

type Fact = readonly [string, string];

/** useDealFacts says what was processed, how, and what came out. */
export function useDealFacts(processed: Processed | null, chart: EstimateChart | null, state: AnalysisState): Fact[] {
  const { t } = useTranslation('analysis');
  if (!processed || !chart) return [];
  const { way, size, ratio, deviations, step } = state;
  const windowed = way === 'median' || way === 'mean' || way === 'hampel';
  const { spread } = processed;
  return [
    [t('deal.way'), t(`deal.${way}`)],
    ...(windowed ? [[t('deal.size'), t('deal.sizes', { count: size })] as const] : []),
    ...(way === 'kalman' ? [[t('deal.ratio'), String(ratio)] as const] : []),
    ...(way === 'interpolate' ? [[t('deal.step'), step ? intervalText(step) : t('deal.interval')] as const] : []),
    [t('deal.readings'), t('fact.readingsUsed', { count: processed.readings, dropped: processed.dropped })],
    ...(way === 'hampel'
      ? [
          [t('deal.deviations'), t('deal.deviationCount', { text: String(deviations) })] as const,
          [t('deal.outliers'), formatNumber(processed.outliers.length, 0)] as const,
        ]
      : [[t('deal.rows'), formatNumber(processed.rows.length, 0)] as const]),
    ...(spread === null
      ? []
      : [[t('deal.spread'), withUnit(formatNumber(spread, chart.decimals + 1), chart.unit)] as const]),
  ];
}

const about = {
  median: 'deal.aboutMedian',
  mean: 'deal.aboutMean',
  kalman: 'deal.aboutKalman',
  interpolate: 'deal.aboutInterpolate',
  hampel: 'deal.aboutHampel',
} as const satisfies Record<Way, string>;

interface Props {
  facts: readonly Fact[];
  way: Way;
  processed: Processed | null;
  point: PointState;
  readings: Readings | null;
  zone: string;
}

/** What was processed; outliers can be flagged. */
export function DealSide({ facts, way, processed, point, readings, zone }: Props) {
  const { t } = useTranslation('analysis');
  const mayFlag = useCan('Delete:Data');
  const [open, setOpen] = useState(false);
  const outliers = processed?.outliers ?? [];
  return (
    <Panel title={t('result')} fill>
      {facts.length > 0 && <AnalysisFacts facts={facts} />}
      <div className={styles.words}>
        <p>{t(about[way])}</p>
        <p>{t('deal.unchanged')}</p>
        {way === 'hampel' && processed && outliers.length === 0 && <p>{t('deal.none')}</p>}
        {way === 'hampel' && outliers.length > 0 && mayFlag && (
          <Button onClick={() => setOpen(true)}>{t('deal.suspects')}</Button>
        )}
      </div>
      {readings && <SuspectDialog {...{ open, point, readings, outliers, zone }} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
