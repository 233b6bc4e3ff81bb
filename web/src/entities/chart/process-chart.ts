import type { SeriesOption } from 'echarts';
import type { PhysicalRange } from '@/ui/format/range';
import type { ChartContext } from './chart-words';
import type { AbnormalReading } from './edge-marks';
import type { EventMark } from './event-marks';
import type { Gap, Sample } from './gaps';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import type { ChartNote } from './note-areas';
import { splitByReach, type Threshold, thresholdLines } from './threshold-lines';

export type SeriesRanges = readonly (PhysicalRange & { from: number; until: number })[];

/** One curve over time. */
export interface ProcessSeries {
  key: string;
  name: string;
  unit: string;
  decimals: number;
  samples: readonly Sample[];
  gaps: readonly Gap[];
  abnormal: readonly AbnormalReading[];
  /** B directions are dashed. */
  dashed?: boolean;
  /** Bars instead of a line, for rain; on the right axis they hang from the top. */
  bars?: boolean;
  /** A direction of 0 to 360°: no line is drawn through north, which is at both ends of the axis. */
  bearing?: boolean;
  /** The direction of wind, on an axis with the names of directions. */
  wind?: boolean;
  /** Index in the palette; by default the place in the list. */
  color?: number;
  /** Width of the line in pixels, where curves differ in weight. */
  width?: number;
  /** Every reading has a dot. */
  dots?: boolean;
  /** Readings that lack one of their sources: drawn as diamonds. */
  diamonds?: readonly Sample[];
  /** Remarks of single readings by time, as names of flags. */
  flags?: ReadonlyMap<number, readonly string[]>;
  /** Ranges of the instrument that decide whether readings count. */
  ranges?: SeriesRanges;
}

/** One plot of a process-line chart. A chart has one, or several that share the time axis. */
export interface ProcessPlot {
  /** Name of the axis without unit; the unit is that of the series. */
  axisName: string;
  series: readonly ProcessSeries[];
  threshold: Threshold | null;
  /** Level of the last value, drawn as its shape; null for a plain dot. */
  level: number | null;
  /** What is drawn above the plot, such as arrows of the wind. */
  above?:
    | ((
        chart: Pick<ProcessChart, 'range' | 'window'>,
        place: { index: number; at: number },
        context: ChartContext,
      ) => SeriesOption)
    | undefined;
}

/** The axis of a direction: from north to north. */
const compass: NiceAxis = { min: 0, max: 360, step: 90, decimals: 0 };

export interface ProcessChart {
  plots: readonly ProcessPlot[];
  /** Curves of another unit on the right axis of the first plot. */
  right?: readonly ProcessSeries[];
  /** Name of the right axis without unit; by default that of its first curve. */
  rightName?: string | undefined;
  range: readonly [number, number];
  marks: readonly EventMark[];
  /** Notes on spans of time. */
  notes?: readonly ChartNote[] | undefined;
  showThresholds: boolean;
  showMarks: boolean;
  showGaps: boolean;
  showAbnormal: boolean;
  /** Time of the oldest reading of the point, where the range begins before it. */
  first?: number | null;
  /** The visible part of the range; null for all of it. */
  window: readonly [number, number] | null;
  /** Ends of the value axes that were set; null: by the values. */
  ends?: { min: number | null; max: number | null } | undefined;
}

/**
 * axisOf finds the axis of one plot from its data and nearby thresholds, without abnormal readings. When zoomed, only
 * the visible part counts.
 */
export function axisOf(
  plot: ProcessPlot,
  chart: Pick<ProcessChart, 'showThresholds' | 'window' | 'range' | 'ends'>,
  ticks = 6,
): { axis: NiceAxis; drawn: { level: number; value: number }[]; beyond: { level: number; value: number }[] } {
  if (plot.series.length > 0 && plot.series.every((one) => one.bearing))
    return { axis: compass, drawn: [], beyond: [] };
  const [from, to] = chart.window ?? chart.range;
  const extent = extentOf(inView(plot.series, from, to));
  const lines = chart.showThresholds && plot.threshold ? thresholdLines(plot.threshold, extent) : [];
  const { drawn, beyond } = splitByReach(lines, extent);
  const values = drawn.map((l) => l.value);
  const [low, high] = extentOf([...values, extent[0], extent[1]]);
  return {
    axis: niceAxis(chart.ends?.min ?? low, chart.ends?.max ?? high, ticks, plot.series[0]?.decimals),
    drawn,
    beyond,
  };
}

/** The values of the curves between two times; where all readings are abnormal, theirs. */
export function* inView(series: readonly ProcessSeries[], from: number, to: number) {
  if (series.every((s) => s.samples.length === 0))
    for (const s of series) for (const { t, value } of s.abnormal) if (t >= from && t <= to) yield value;
  for (const s of series) for (const [t, v] of s.samples) if (t >= from && t <= to) yield v;
}
