import type { EChartsOption, SeriesOption } from 'echarts';
import { frame, timeAxis, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { limitLabels } from '@/entities/chart/limit-labels';
import { extentOf, type NiceAxis, niceAxis } from '@/entities/chart/nice-axis';
import { splitByReach } from '@/entities/chart/threshold-lines';
import { tooltipContent } from '@/entities/chart/tooltip';
import { zoneShift } from '@/ui/format/zoned';
import { type Level, limitNames } from '@/ui/theme/tokens';
import { drawnAt, type Row, sideOf } from './draft';

/** The margins of the plot in px: at the right are the handles, below the strips and the times. */
export const marginsOf = (narrow: boolean) => ({
  left: narrow ? 44 : 56,
  right: narrow ? 96 : 124,
  top: 48,
  bottom: 96,
});

export interface LimitLine {
  level: Level;
  value: number;
}

/** Limits that were in force for a part of the span. */
export interface Stretch {
  from: number;
  until: number;
  lines: LimitLine[];
}

/** The limits of rows as lines: the side of the worst value, and lower limits. */
export function linesOf(rows: readonly Row[], worst: number | undefined): LimitLine[] {
  return rows
    .filter((row) => row.enable)
    .flatMap((row) => {
      const side = sideOf(row, worst);
      return limitNames.flatMap((name, i): LimitLine[] => {
        const level = (i + 1) as Level;
        const upper = row[name];
        const lower = row.lower?.[name] ?? null;
        return [
          ...(upper === null ? [] : [{ level, value: drawnAt(row, side, upper) }]),
          ...(lower === null ? [] : [{ level, value: (row.reference ?? 0) + lower }]),
        ];
      });
    });
}

/** The axis: the values, and the limits that do not flatten the curve. */
export function plotAxis(values: readonly (number | null)[], lines: readonly LimitLine[], decimals: number): NiceAxis {
  const extent = extentOf(values);
  const { drawn } = splitByReach(lines, extent);
  const [low, high] = extentOf([...drawn.map((line) => line.value), extent[0], extent[1]]);
  return niceAxis(low, high, 7, decimals);
}

export interface Plot {
  times: readonly number[];
  values: readonly (number | null)[];
  from: number;
  to: number;
  axis: NiceAxis;
  quantity: string;
  unit: string;
  decimals: number;
  draft: readonly LimitLine[];
  current: readonly Stretch[];
  /** The text of a limit in force, and of the draft. */
  label: { current: (text: string) => string; draft: (text: string) => string };
}

/** Shorter gaps, as a share of the span, are not named. */
const namedGap = 0.02;

/** The judged curve with the limits of the draft solid and those of the other set dashed. */
export function plotOption(plot: Plot, context: ChartContext): EChartsOption {
  const { theme, words, narrow } = context;
  const shift = zoneShift(context.zone);
  const { axis } = plot;
  const inside = (line: LimitLine) => line.value >= axis.min && line.value <= axis.max;
  const drafts = plot.draft.filter(inside);
  const say = (line: LimitLine) => `${words.level(line.level)} ${words.number(line.value, plot.decimals)}`;
  const kept = (line: LimitLine) =>
    plot.current.length > 0 &&
    plot.current.every(({ lines }) => lines.some(({ level, value }) => level === line.level && value === line.value));
  const texts = drafts.map((line) => ({
    value: line.value,
    text: kept(line) ? say(line) : plot.label.draft(say(line)),
  }));
  const places = limitLabels(texts, axis);
  const base = frame(context);
  const curve: SeriesOption = {
    id: 'curve',
    type: 'line',
    data: plot.times.map((t, i) => [shift.to(t), plot.values[i] ?? null]),
    showSymbol: plot.times.length === 1,
    connectNulls: false,
    lineStyle: { width: 1.5, color: theme.palette[0] as string },
    itemStyle: { color: theme.palette[0] as string },
    emphasis: { disabled: true },
    z: 3,
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      data: [
        ...zeroLine(context, axis),
        ...drafts.map((line, i) => ({
          yAxis: line.value,
          lineStyle: { color: theme.levelFill[line.level] as string, width: 1.8, type: 'solid' as const },
          label: {
            position: places[i]?.position ?? ('insideStartTop' as const),
            padding: places[i]?.padding ?? 0,
            distance: 4,
            fontSize: 11,
            fontWeight: 600,
            color: theme.levelInk[line.level] as string,
            formatter: texts[i]?.text ?? '',
          },
        })),
      ],
    },
    ...gapAreas(plot, context),
  };
  return {
    ...base,
    grid: marginsOf(narrow),
    xAxis: { ...timeAxis(context, shift.to(plot.from), shift.to(plot.to)), ...under(theme.text3, context, plot) },
    yAxis: valueAxis(context, axis, plot.unit ? `${plot.quantity} (${plot.unit})` : plot.quantity),
    series: [curve, ...plot.current.flatMap((stretch, i) => stretchLines(plot, stretch, i, context))],
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      formatter: ((params: unknown) => {
        const first = (Array.isArray(params) ? params : [params]).find(
          (one: { seriesId?: string }) => one.seriesId === 'curve',
        ) as { value?: [number, number | null] } | undefined;
        if (!first?.value) return '';
        const value = words.number(first.value[1], plot.decimals);
        return tooltipContent({
          head: words.time(shift.from(first.value[0])),
          lines: [{ name: plot.quantity, value, unit: plot.unit, color: theme.palette[0] as string }],
        });
      }) as never,
    },
  };
}

/** The times stand below the strips. */
function under(color: string, context: ChartContext, plot: Plot) {
  const shift = zoneShift(context.zone);
  const axis = timeAxis(context, shift.to(plot.from), shift.to(plot.to));
  return { axisLabel: { ...axis.axisLabel, color, margin: 66 }, axisTick: { show: false } };
}

/** Limits in force in a part of the span: dashed, named once in the middle. */
function stretchLines(plot: Plot, stretch: Stretch, no: number, context: ChartContext): SeriesOption[] {
  const { theme, words } = context;
  const shift = zoneShift(context.zone);
  const from = shift.to(Math.max(stretch.from, plot.from));
  const until = shift.to(Math.min(stretch.until, plot.to));
  const wide = until - from > 0.2 * (plot.to - plot.from);
  return stretch.lines
    .filter(({ value }) => value >= plot.axis.min && value <= plot.axis.max)
    .filter(({ level, value }) => !plot.draft.some((line) => line.level === level && line.value === value))
    .map((line, i): SeriesOption => {
      const text = plot.label.current(`${words.level(line.level)} ${words.number(line.value, plot.decimals)}`);
      return {
        id: `current:${no}:${i}`,
        type: 'line',
        silent: true,
        data: [],
        tooltip: { show: false },
        z: 2,
        markLine: {
          ...{ silent: true, symbol: 'none', animation: false },
          lineStyle: { width: 1, type: [6, 4], color: theme.levelFill[line.level] as string },
          label: {
            ...{ show: wide, position: 'insideMiddleTop' as const, distance: 3, fontSize: 11, fontWeight: 600 },
            color: theme.levelInk[line.level] as string,
            formatter: text,
          },
          data: [[{ coord: [from, line.value] }, { coord: [until, line.value] }]],
        },
      };
    });
}

/** Times without readings are shaded and named. */
function gapAreas(
  plot: Plot,
  { theme, words, zone }: ChartContext,
): Pick<SeriesOption & { markArea?: object }, 'markArea'> {
  const shift = zoneShift(zone);
  const gaps = plot.values.flatMap((value, i) => {
    const before = plot.times[i - 1];
    const after = plot.times[i + 1];
    return value === null && before !== undefined && after !== undefined ? [[before, after] as const] : [];
  });
  const named = gaps.filter(([from, to]) => to - from > namedGap * (plot.to - plot.from));
  if (gaps.length === 0) return {};
  return {
    markArea: {
      silent: true,
      itemStyle: { color: theme.grid, opacity: 0.9 },
      label: { position: 'insideBottom', color: theme.text3, fontSize: 11 },
      data: gaps.map(([from, to]) => [
        { xAxis: shift.to(from), name: named.some((gap) => gap[0] === from) ? words.gap(to - from) : '' },
        { xAxis: shift.to(to) },
      ]),
    },
  };
}

/** Moves marks apart so that none is nearer than `room` px to the next; in the order of the marks. */
export function apart(tops: readonly number[], room: number, low: number, high: number): number[] {
  const order = tops.map((top, i) => ({ top, i })).sort((a, b) => a.top - b.top);
  let last = low - room;
  for (const one of order) {
    one.top = Math.max(one.top, last + room);
    last = one.top;
  }
  let next = high + room;
  for (const one of [...order].reverse()) {
    one.top = Math.min(one.top, next - room);
    next = one.top;
  }
  const placed = [...tops];
  for (const { top, i } of order) placed[i] = top;
  return placed;
}
