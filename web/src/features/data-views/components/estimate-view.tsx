import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView, type TwinTable } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { type EstimateChart, estimateChart } from '@/entities/chart/estimate';
import { estimateTwin } from '@/entities/chart/estimate-twin';
import { isPlane, type PlaneChart, planeChart, planeTwin } from '@/entities/chart/plane';
import { zoneShift } from '@/ui/format/zoned';
import type { TableFormat } from '../model/table';
import type { PointState } from '../model/types';
import { usePictureTitle } from '../queries/picture-title';
import { useSaveTable } from '../queries/save-table';

/** What an analysis draws: readings over time with what was computed from them, or one number against another. */
export type AnalysisChart = EstimateChart | PlaneChart;

interface Props {
  point: PointState;
  /** Memoize it: a new one is drawn again. */
  chart: AnalysisChart;
  /** Its numbers; by default those that it draws. */
  table?: TwinTable | null | undefined;
  context: ChartContext;
  title: string;
  sentence: string;
  showTable: boolean;
  handle?: Ref<ChartHandle>;
  /** A part of the range was chosen by dragging. */
  onPart?: (part: { from: number; to: number }) => void;
}

/** The chart of an analysis. */
export function EstimateView({ point, chart, table, context, title, sentence, showTable, handle, onPart }: Props) {
  const { t } = useTranslation('data-views');
  const build = useCallback(
    (one: ChartContext) => (isPlane(chart) ? planeChart(chart, one) : estimateChart(chart, one)),
    [chart],
  );
  const [start, end] = chart.range;
  return (
    <ChartView
      {...{ build, context, sentence, showTable }}
      {...(handle ? { handle } : {})}
      {...usePictureTitle(point)(title, chart.range, isPlane(chart) ? '' : chart.unit)}
      twin={() => table ?? twinOf(chart, context, t('column.time'))}
      events={
        onPart
          ? {
              onDrag: (from, to) => {
                const shift = zoneShift(context.zone);
                onPart({
                  from: Math.max(start, Math.round(shift.from(from))),
                  to: Math.min(end, Math.round(shift.from(to))),
                });
              },
            }
          : {}
      }
    />
  );
}

function twinOf(chart: AnalysisChart, { words }: ChartContext, timeTitle: string): TwinTable {
  return isPlane(chart) ? planeTwin(chart, words, timeTitle) : estimateTwin(chart, words, timeTitle);
}

/** What a file of an analysis has: its numbers or the chart that has them, and facts before them. */
export interface AnalysisFile {
  chart: AnalysisChart;
  table?: TwinTable | null | undefined;
  facts: readonly (readonly [string, string])[];
}

/** useEstimateFile saves a chart of an analysis as a file: its facts first, then its numbers. */
export function useEstimateFile(point: PointState, context: ChartContext) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, context.zone);
  return (title: string, { chart, table, facts }: AnalysisFile, format: TableFormat) => {
    const { columns, rows } = table ?? twinOf(chart, context, t('column.time'));
    const heads = columns.map((column) => column.title);
    const [from, to] = chart.range;
    saveTable({ title, table: [heads, ...rows], facts: [[title], ...facts], range: { from, to }, format });
  };
}
