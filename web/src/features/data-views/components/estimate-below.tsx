import { useRef } from 'react';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { EstimateChart } from '@/entities/chart/estimate';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import type { AnalysisChange } from '../model/analysis';
import type { PointState } from '../model/types';
import styles from './analysis.module.css';
import { EstimateView } from './estimate-view';
import { SecondHead } from './second-head';

interface Props {
  title: string;
  point: PointState;
  chart: EstimateChart | null;
  context: ChartContext;
  facts: readonly (readonly [string, string])[];
  /** There is nothing to draw, which the chart above says. */
  empty: boolean;
  change: (change: AnalysisChange) => void;
}

/** A second chart below that of an analysis. */
export function EstimateBelow({ title, point, chart, context, facts, empty, change }: Props) {
  const handle = useRef<ChartHandle>(null);
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
