import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { EstimateChart } from '@/entities/chart/estimate';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import styles from '../../components/analysis.module.css';
import { EstimateView } from '../../components/estimate-view';
import { SecondHead } from '../../components/second-head';
import type { AnalysisChange } from '../../model/analysis';
import type { PointState } from '../../model/types';

interface Props {
  point: PointState;
  chart: EstimateChart | null;
  context: ChartContext;
  facts: readonly (readonly [string, string])[];
  /** There are no readings, which the chart above says. */
  empty: boolean;
  change: (change: AnalysisChange) => void;
}

/** The movement with the curve that fails. */
export function Movement({ point, chart, context, facts, empty, change }: Props) {
  const { t } = useTranslation('analysis');
  const handle = useRef<ChartHandle>(null);
  const title = t('failure.movement');
  return (
    <Panel fill>
      <div className={styles.second}>
        <SecondHead title={title} chart={handle} />
        <div className={styles.chart}>
          {chart ? (
            <EstimateView
              {...{ point, chart, context, title, handle }}
              sentence={facts.map((one) => one.join(' ')).join('; ')}
              showTable={false}
              onPart={(fit) => change({ fit })}
            />
          ) : (
            !empty && <PanelSkeleton rows={4} />
          )}
        </div>
      </div>
    </Panel>
  );
}
