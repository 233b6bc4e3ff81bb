import type { EChartsOption } from 'echarts';
import type { components } from '@/api/schema.gen';
import { type Mark, pointMark } from '@/entities/alert/mark';
import { frame, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { profileChart } from '@/entities/chart/profile';
import type { ProfilePlot } from '@/entities/chart/profile-plot';
import { tooltipContent } from '@/entities/chart/tooltip';
import type { PointState } from './types';
import type { ViewState } from './view-state';

type Schemas = components['schemas'];
export type Report = Schemas['MonitoringReport'];
export type ReportRow = Schemas['ReportRow'];

/** The most points in a report, as on the server. */
export const mostReported = 500;

/** chosenPoints are the ids that the address names, in the order of the list; all if it names none. */
export function chosenPoints(points: readonly Pick<PointState, 'id'>[], chosen: readonly number[]): number[] {
  const all = points.map((one) => one.id);
  const kept = all.filter((id) => chosen.includes(id));
  return kept.length > 0 ? kept : all;
}

/** The part of a report that a view chooses. */
export type ReportAsk = Required<Pick<Schemas['ReportQuery'], 'measuringPointIds' | 'fields' | 'step'>> &
  Pick<Schemas['ReportQuery'], 'differential'>;

/** reportQuery is the request of a report: at the newest reading of its points unless the address names a time. */
export function reportQuery(
  ask: ReportAsk,
  points: readonly Pick<PointState, 'id' | 'time'>[],
  { at, previous, base }: Pick<ViewState, 'at' | 'previous' | 'base'>,
): Schemas['ReportQuery'] {
  const chosen = points.filter((one) => ask.measuringPointIds.includes(one.id));
  const newest = Math.max(0, ...chosen.map((one) => one.time ?? 0));
  return { ...ask, time: at ?? newest, previous: previous ?? 0, base: base ?? 0 };
}

/** markOf is the verdict of a row: no data without a reading, not judged without thresholds. */
export function markOf(report: Report, row: ReportRow): Mark {
  const point = report.points.find((one) => one.measuringPointId === row.measuringPointId);
  return pointMark(point?.time ? row.level : null, point?.time ?? null);
}

/** rowName names a row: by its point, or by the depth or the number of its node. */
export function rowName(report: Report, row: ReportRow, nodeName: (no: number) => string): string {
  if (row.depth !== null) return row.depth.toFixed(2);
  if (row.node > 0) return nodeName(row.node);
  return report.points.find((one) => one.measuringPointId === row.measuringPointId)?.name ?? '';
}

/** changesOf returns the accumulated change of a row at the previous and at this time; without changes, its values. */
export function changesOf(row: ReportRow): {
  previous: number | null;
  now: number | null;
  unit: string;
  decimals: number;
} {
  if (row.accumulated === null) {
    return { previous: row.previous, now: row.value, unit: row.unit, decimals: row.decimals };
  }
  const previous = row.change === null ? null : row.accumulated - row.change;
  return { previous, now: row.accumulated, unit: row.changeUnit, decimals: row.changeDecimals };
}

/** silentPoints counts the points without a reading in the window of the report. */
export function silentPoints(report: Report): number {
  return report.points.filter((one) => one.time === 0).length;
}

export interface ReportChart {
  report: Report;
  /** The field to draw, and its name. */
  field: string;
  name: string;
  /** Depth down, a line along the points, or bars. */
  shape: 'profile' | 'line' | 'bars';
  depthName: string;
  /** Names of the two times. */
  times: readonly [string, string];
  nodeName: (no: number) => string;
}

/** reportChart draws one field at the previous and at this time: over depth, or point by point. */
export function reportChart(chart: ReportChart, context: ChartContext): EChartsOption {
  const rows = chart.report.rows.filter((row) => row.field === chart.field);
  return chart.shape === 'profile' ? reportProfile(chart, rows, context) : reportValues(chart, rows, context);
}

function reportProfile({ report, name, depthName }: ReportChart, rows: readonly ReportRow[], context: ChartContext) {
  const first = rows[0];
  const point = report.points[0];
  const nodes = (pick: (row: ReportRow) => number | null) =>
    rows.flatMap((row, no) => (row.depth === null ? [] : [{ no, depth: row.depth, value: pick(row) }]));
  const plot: ProfilePlot = {
    name,
    unit: first?.changeUnit ?? '',
    decimals: first?.changeDecimals ?? 2,
    thresholds: [],
    curves: [
      ...(point?.previous ? [{ t: point.previous, nodes: nodes((row) => changesOf(row).previous) }] : []),
      { t: point?.time ?? 0, nodes: nodes((row) => changesOf(row).now) },
    ],
  };
  return profileChart({ plots: [plot], depthName, showThresholds: false, picked: null }, context);
}

function reportValues(
  { report, name, shape, times, nodeName }: ReportChart,
  rows: readonly ReportRow[],
  context: ChartContext,
) {
  const { theme, words } = context;
  const values = rows.map(changesOf);
  const [low, high] = extentOf(values.flatMap(({ previous, now }) => [previous, now, 0]));
  const { unit, decimals } = values[0] ?? { unit: '', decimals: 2 };
  const axis = niceAxis(low, high, 6, decimals);
  const color = theme.palette[0] as string;
  const base = frame(context);
  const drawn = (pick: 'previous' | 'now', opacity: number) => ({
    id: pick,
    ...(shape === 'line'
      ? { type: 'line' as const, symbol: 'circle', symbolSize: 6, lineStyle: { color, opacity, width: 2 } }
      : { type: 'bar' as const, barMaxWidth: 22 }),
    itemStyle: { color, opacity },
    data: values.map((value) => value[pick] ?? '-'),
  });
  return {
    ...base,
    grid: { left: 56, right: 16, top: 40, bottom: 44 },
    xAxis: {
      type: 'category' as const,
      data: rows.map((row) => rowName(report, row, nodeName)),
      axisLabel: { color: theme.text3, fontSize: 11, hideOverlap: true },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
    },
    yAxis: valueAxis(context, axis, unit ? `${name} (${unit})` : name),
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis' as const,
      formatter: ((params: { dataIndex: number }[]) => {
        const index = params[0]?.dataIndex ?? 0;
        const row = rows[index];
        const value = values[index];
        if (!row || !value) return '';
        return tooltipContent({
          head: rowName(report, row, nodeName),
          lines: [
            { color, name: times[1], value: words.number(value.now, decimals), unit },
            { color: theme.text3, name: times[0], value: words.number(value.previous, decimals), unit },
          ],
        });
      }) as never,
    },
    series: [
      drawn('previous', 0.4),
      {
        ...drawn('now', 1),
        markLine: { symbol: 'none', silent: true, animation: false, data: zeroLine(context, axis) },
      },
    ],
  } as EChartsOption;
}
