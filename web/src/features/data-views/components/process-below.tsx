import { useRef } from 'react';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { Panel } from '@/ui/panel';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useNotes } from '../queries/notes';
import { StageBody } from './chart-stage';
import styles from './compared-below.module.css';
import { OnPage } from './on-page';
import { ProcessChart } from './process-chart';
import type { Drawn } from './process-stage';
import { RangeEmpty } from './range-empty';

interface Props {
  title: string;
  process: Pick<Drawn, 'query' | 'answer' | 'parts' | 'configs' | 'main' | 'empty'>;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
}

/** Curves over time below a chart of compared times; a click shows the chart at that time. */
export function ProcessBelow({ title, process, point, state, change, context }: Props) {
  const handle = useRef<ChartHandle>(null);
  const { answer, parts, query } = process;
  const { drawn } = useNotes({
    projectId: point.projectId,
    ids: [point.id],
    start: answer?.start ?? 0,
    end: answer?.end ?? 0,
  });
  const empty = (
    <RangeEmpty point={point} zone={context.zone} valueType="accumulated" range={state.range} change={change} />
  );
  return (
    <OnPage>
      <Panel fill title={title} className={styles.below}>
        <StageBody
          error={answer ? null : query.error}
          onRetry={query.refetch}
          loading={!parts}
          rows={4}
          empty={process.empty ? empty : null}
        >
          {() =>
            answer &&
            parts && (
              <ProcessChart
                {...{ process, answer, parts, point, state, change, context, handle }}
                notes={drawn}
                onAsk={(at) => change({ at })}
              />
            )
          }
        </StageBody>
      </Panel>
    </OnPage>
  );
}
