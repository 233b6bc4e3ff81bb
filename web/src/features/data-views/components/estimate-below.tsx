import { type ReactNode, useRef } from 'react';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import type { PointState } from '../model/types';
import styles from './analysis.module.css';
import { type AnalysisChart, EstimateView } from './estimate-view';
import { SecondHead } from './second-head';

interface Props {
  title: string;
  point: PointState;
  chart: AnalysisChart | null;
  context: ChartContext;
  facts: readonly (readonly [string, string])[];
  /** There is nothing to draw, which the chart above says. */
  empty: boolean;
  /** Instead of the chart. */
  nothing?: ReactNode;
  /** Controls in the heading. */
  children?: ReactNode;
  /** A part of the range was chosen by dragging. */
  onPart?: (part: { from: number; to: number }) => void;
}

/** A second chart below that of an analysis. */
export function EstimateBelow(props: Props) {
  const { title, point, chart, context, facts, empty, nothing, children, onPart } = props;
  const handle = useRef<ChartHandle>(null);
  return (
    <Panel fill>
      <div className={styles.second}>
        <SecondHead title={title} chart={handle}>
          {children}
        </SecondHead>
        <div className={styles.chart}>
          {nothing ||
            (chart ? (
              <EstimateView
                {...{ point, chart, context, title, handle }}
                sentence={[[title], ...facts].map((one) => one.join(' ')).join('; ')}
                showTable={false}
                {...(onPart && { onPart })}
              />
            ) : (
              !empty && <PanelSkeleton rows={4} />
            ))}
        </div>
      </div>
    </Panel>
  );
}
