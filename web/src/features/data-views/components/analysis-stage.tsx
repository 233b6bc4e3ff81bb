import type { ReactNode } from 'react';
import type { TwinTable } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { AnalysisChange, AnalysisState, Method } from '../model/analysis';
import type { PointState } from '../model/types';
import type { Analyzed } from '../queries/analyzed';
import styles from './analysis.module.css';
import { AnalysisTabs } from './analysis-page';
import { ChartStage, StageBody, type useStage } from './chart-stage';
import { type AnalysisChart, type AnalysisFile, EstimateView, useEstimateFile } from './estimate-view';
import { RangeEmpty } from './range-empty';
import { BaseNote, NoInitialNote } from './stage-notes';

type Fact = readonly [string, string];

interface Props {
  zone: string;
  point: PointState;
  context: ChartContext;
  state: AnalysisState;
  change: (change: AnalysisChange) => void;
  stage: ReturnType<typeof useStage>;
  analyzed: Analyzed;
  method: Method;
  title: string;
  /** Null until it is computed. */
  chart: AnalysisChart | null;
  /** The numbers of the chart; by default those that it draws. */
  table?: TwinTable | null;
  facts: readonly Fact[];
  /** What the file has: by default the chart and its facts. */
  file?: AnalysisFile;
  /** It computes. */
  busy: boolean;
  controls: ReactNode;
  /** Above the chart. */
  notes?: ReactNode;
  /** Instead of the chart, if the range has readings. */
  nothing?: ReactNode;
  /** A part of the range was chosen by dragging. */
  onPart?: (part: { from: number; to: number }) => void;
}

/** The panel of an analysis: its tabs, the choice of readings, notes, and the chart with its table and files. */
export function AnalysisStage(props: Props) {
  const { zone, point, context, state, change, stage, analyzed, method, title, chart, table, facts } = props;
  const { file, busy, controls, notes, nothing, onPart } = props;
  const { readings, query, answer, empty } = analyzed;
  const save = useEstimateFile(point, context);
  const saved = file ?? (chart && { chart, table, facts });
  const instead =
    empty && readings ? (
      <RangeEmpty {...{ point, zone, change }} valueType={readings.valueType} range={state.range} />
    ) : (
      nothing || null
    );
  return (
    <ChartStage
      {...{ stage, zone, state, change, query, controls }}
      busy={(query.isFetching && !query.isPending) || busy}
      {...(saved && { onTable: (format) => save(title, saved, format) })}
      head={<AnalysisTabs {...{ point, method }} />}
    >
      <NoInitialNote point={point} />
      <BaseNote base={readings?.base ?? null} zone={zone} onReset={() => change({ base: null })} />
      {notes}
      <div className={styles.chart}>
        <StageBody
          error={answer ? null : query.error}
          onRetry={query.refetch}
          loading={!chart && !instead}
          rows={8}
          empty={instead}
        >
          {() =>
            chart && (
              <EstimateView
                {...{ point, chart, table, context, title }}
                {...(onPart && { onPart })}
                sentence={[[title], ...facts].map((one) => one.join(' ')).join('; ')}
                showTable={state.table}
                handle={stage.chart}
              />
            )
          }
        </StageBody>
      </div>
    </ChartStage>
  );
}
