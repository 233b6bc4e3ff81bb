import type { ReactNode } from 'react';
import { Panel } from '@/ui/panel';
import { type ComparedTimes, mostCompared } from '../model/compared-times';
import type { TableFormat } from '../model/table';
import type { ViewState } from '../model/view-state';
import { ChartStage, type Stage } from './chart-stage';
import styles from './compared.module.css';
import { OnPage } from './on-page';
import { TimeBar } from './time-bar';

interface BarProps {
  zone: string;
  /** Times of all readings in range. */
  all: readonly number[];
  times: Pick<ComparedTimes, 'chosen' | 'current'>;
  change: (change: Partial<ViewState>) => void;
}

/** The bar on which the compared times are chosen; none without readings. */
export function ComparedBar({ zone, all, times: { chosen, current }, change }: BarProps) {
  if (all.length === 0) return null;
  return (
    <OnPage>
      <Panel fill>
        <TimeBar
          {...{ times: all, chosen, current, zone }}
          onCurrent={(at) => change({ at })}
          onChosen={(list) => change({ times: list.slice(-mostCompared) })}
        />
      </Panel>
    </OnPage>
  );
}

interface Props extends BarProps {
  stage: Stage;
  state: ViewState;
  query: { isFetching: boolean; refetch: () => unknown };
  busy: boolean;
  onTable: (format: TableFormat) => void;
  controls: ReactNode;
  end: ReactNode;
  /** The table at the side of the chart. */
  side: ReactNode;
  children: ReactNode;
}

/** A view of compared times: its chart above the bar of times, and a table at the side. */
export function ComparedStage({ zone, all, times, change, stage, state, query, busy, onTable, ...parts }: Props) {
  return (
    <div className={styles.page}>
      <ChartStage
        {...{ stage, zone, state, change, query, busy, onTable }}
        className={styles.chart}
        controls={parts.controls}
        end={parts.end}
      >
        {parts.children}
      </ChartStage>
      <ComparedBar {...{ zone, all, times, change }} />
      <OnPage>{parts.side}</OnPage>
    </div>
  );
}
