import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { Panel } from '@/ui/panel';
import { StageBody } from '../../components/chart-stage';
import { ProcessChart } from '../../components/process-chart';
import { RangeEmpty } from '../../components/range-empty';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useProcess } from '../../queries/process';
import type { Ring } from './use-ring';
import styles from './view.module.css';

interface Props {
  ring: Ring;
  slug: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  every: number;
}

/** The convergence of the chosen chords over time; a click shows the ring at that time. */
export function ChordProcess({ ring, slug, point, state, change, context, every }: Props) {
  const { t } = useTranslation('data-views');
  const handle = useRef<ChartHandle>(null);
  const process = useProcess(slug, point, state, ring.recipe, every);
  const { answer, parts, query } = process;
  const empty = (
    <RangeEmpty point={point} zone={context.zone} valueType="accumulated" range={state.range} change={change} />
  );
  return (
    <Panel fill title={t('circular.process')} className={styles.process}>
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
              onAsk={(at) => change({ at })}
            />
          )
        }
      </StageBody>
    </Panel>
  );
}
