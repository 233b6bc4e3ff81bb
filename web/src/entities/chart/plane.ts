import type { EChartsOption, SeriesOption } from 'echarts';
import { formatTime } from '@/ui/format/time';
import { frame, valueAxis } from './axes';
import type { TwinTable } from './chart-view';
import type { ChartContext, ChartWords } from './chart-words';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { textWidth } from './text-width';
import { tooltipContent } from './tooltip';

export interface PlaneAxis {
  name: string;
  unit: string;
  decimals: number;
}

/** A pair of readings. */
export interface PlaneDot {
  t: number;
  x: number;
  y: number;
  /** What a curve leaves of it. */
  rest: number;
}

export interface PlaneCurve {
  key: string;
  name: string;
  points: readonly (readonly [x: number, y: number])[];
  /** Index in the palette. */
  color: number;
  look: 'whole' | 'dashed';
}

/** One number against another: pairs of readings, colored by their time, and curves. */
export interface PlaneChart {
  /** Of the times. */
  range: readonly [number, number];
  x: PlaneAxis;
  y: PlaneAxis;
  dots: readonly PlaneDot[];
  restName: string;
  curves: readonly PlaneCurve[];
  /** Rows of x, low and high. */
  band: { name: string; color: number; rows: readonly (readonly [x: number, low: number, high: number])[] } | null;
  /** Lines of the y axis with their text. */
  levels: readonly { value: number; text: string }[];
  /** Values of x with their text. */
  marks: readonly { x: number; text: string }[];
}

export const isPlane = (chart: object): chart is PlaneChart => 'dots' in chart;

const withUnit = ({ name, unit }: PlaneAxis) => (unit ? `${name} (${unit})` : name);

/** planeAxes covers dots, curves and levels, and a band as far as the curves reach. */
export function planeAxes({ x, y, dots, curves, band, levels }: PlaneChart): { across: NiceAxis; up: NiceAxis } {
  const points = curves.flatMap((one) => one.points);
  const across = extentOf([...dots.map((one) => one.x), ...points.map(([at]) => at)]);
  const up = extentOf([
    ...dots.map((one) => one.y),
    ...points.map(([, value]) => value),
    ...(band?.rows ?? []).flatMap(([, low, high]) => [low, high]),
    ...levels.map(({ value }) => value),
  ]);
  return { across: niceAxis(...across, 7, x.decimals), up: niceAxis(...up, 6, y.decimals) };
}

/** Share of the color that the oldest dot has. */
const oldest = 0.3;

/** mixed lies between two colors #RRGGBB. */
export function mixed(from: string, to: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share));
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** ageColor is that of a time: pale at the start of the dots, full at their end. */
function ageColor({ theme }: ChartContext, [from, to]: readonly [number, number], t: number): string {
  const share = to > from ? (t - from) / (to - from) : 1;
  return mixed(theme.panel, theme.palette[0] as string, oldest + (1 - oldest) * share);
}

function ages({ dots }: PlaneChart): readonly [number, number] {
  return [dots[0]?.t ?? 0, dots.at(-1)?.t ?? 0];
}

/** planeChart draws pairs of readings by their time, with the curves that were computed from them. */
export function planeChart(chart: PlaneChart, context: ChartContext): EChartsOption {
  const { theme, narrow } = context;
  const base = frame(context);
  const { across, up } = planeAxes(chart);
  const color = (index: number) => theme.palette[index % theme.palette.length] as string;
  const span = ages(chart);
  const { band } = chart;
  const bands = band
    ? [
        { id: 'band-low', data: band.rows.map(([x, low]) => [x, low]) },
        {
          id: 'band-high',
          areaStyle: { color: color(band.color), opacity: 0.18 },
          data: band.rows.map(([x, low, high]) => [x, high - low]),
        },
      ].map(
        (one) =>
          ({
            ...{ type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', silent: true, z: 1 },
            ...{ lineStyle: { width: 0 }, ...one },
          }) as SeriesOption,
      )
    : [];
  return {
    ...base,
    grid: { left: narrow ? 48 : 60, right: narrow ? 16 : 24, top: 56, bottom: 44 },
    xAxis: {
      ...valueAxis(context, across, withUnit(chart.x)),
      ...{ nameLocation: 'middle', nameGap: 26, nameTextStyle: { color: theme.text3, fontSize: 11 } },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl, width: 1 } },
    },
    yAxis: { ...valueAxis(context, up, withUnit(chart.y)), axisLine: { show: false, onZero: false } },
    graphic: legend(chart, context, color),
    tooltip: {
      ...(base.tooltip as object),
      trigger: chart.dots.length > 0 ? 'item' : 'axis',
      formatter: ((hit: unknown) => tooltip(hit, chart, context, color)) as never,
    },
    series: [
      ...bands,
      {
        ...{ id: 'decor', type: 'line', silent: true, data: [] },
        markLine: {
          ...{ symbol: 'none', silent: true, animation: false },
          data: [
            ...chart.levels.map(({ value, text }) => ({
              yAxis: value,
              lineStyle: { color: theme.lineCtl, width: 1, type: value === 0 ? 'solid' : [4, 4] },
              label: { fontSize: 11, distance: 4, position: 'insideEndTop', color: theme.text3, formatter: text },
            })),
            ...chart.marks.map(({ x, text }) => ({
              xAxis: x,
              lineStyle: { color: theme.text3, width: 1, type: [2, 3] },
              label: { fontSize: 11, distance: 4, position: 'end', color: theme.text2, formatter: text },
            })),
          ],
        },
      } as SeriesOption,
      {
        id: 'dots',
        type: 'scatter',
        symbolSize: chart.dots.length > 400 ? 4 : 6,
        z: 2,
        data: chart.dots.map((one) => ({
          value: [one.x, one.y, one.t],
          itemStyle: { color: ageColor(context, span, one.t) },
        })),
      },
      ...chart.curves.map(
        (one) =>
          ({
            ...{ id: one.key, name: one.name, type: 'line', symbol: 'none', z: 3, data: [...one.points] },
            silent: chart.dots.length > 0,
            emphasis: { disabled: true },
            lineStyle: { color: color(one.color), width: 1.8, type: one.look === 'dashed' ? [7, 4] : 'solid' },
          }) as unknown as SeriesOption,
      ),
    ],
  };
}

function tooltip(hit: unknown, chart: PlaneChart, { words }: ChartContext, color: (index: number) => string) {
  const { x, y } = chart;
  const first = (Array.isArray(hit) ? hit[0] : hit) as { seriesId?: string; dataIndex: number } | undefined;
  if (!first) return '';
  const line = (axis: PlaneAxis, value: number, index: number, name = axis.name) => ({
    ...{ color: color(index), name, value: words.number(value, axis.decimals), unit: axis.unit },
  });
  const dot = first.seriesId === 'dots' ? chart.dots[first.dataIndex] : undefined;
  if (dot)
    return tooltipContent({
      head: words.time(dot.t),
      lines: [line(y, dot.y, 0), line(x, dot.x, 0), line(y, dot.rest, 1, chart.restName)],
    });
  const curve = chart.curves.find(({ key }) => key === first.seriesId);
  const point = curve?.points[first.dataIndex];
  if (!curve || !point) return '';
  return tooltipContent({
    head: `${x.name} ${words.number(point[0], x.decimals)} ${x.unit}`.trim(),
    lines: [line(y, point[1], curve.color, curve.name)],
  });
}

/** planeTwin lists the pairs, newest first; without pairs the curves by their x. */
export function planeTwin(chart: PlaneChart, words: ChartWords, timeTitle: string): TwinTable {
  const { x, y, dots, curves } = chart;
  const title = (name: string, { unit }: PlaneAxis) => (unit ? `${name} ${unit}` : name);
  const right = (text: string) => ({ title: text, align: 'right' as const });
  if (dots.length > 0)
    return {
      columns: [
        { title: timeTitle },
        ...[title(x.name, x), title(y.name, y), title(chart.restName, y)].map((text) => right(text)),
      ],
      rows: [...dots]
        .reverse()
        .map((one) => [
          words.time(one.t),
          words.number(one.x, x.decimals),
          words.number(one.y, y.decimals),
          words.number(one.rest, y.decimals),
        ]),
    };
  const at = [...new Set(curves.flatMap(({ points }) => points.map(([one]) => one)))].sort((a, b) => a - b);
  const values = curves.map(({ points }) => new Map(points));
  return {
    columns: [right(title(x.name, x)), ...curves.map(({ name }) => right(title(name, y)))],
    rows: at.map((one) => [
      words.number(one, x.decimals),
      ...values.map((list) => (list.has(one) ? words.number(list.get(one), y.decimals) : '')),
    ]),
  };
}

/** Width of the scale of time. */
const scaleWidth = 64;

/** legend shows the scale of time and names the curves and the band, from the right edge. */
function legend(chart: PlaneChart, context: ChartContext, color: (index: number) => string): object[] {
  const { theme, narrow, zone } = context;
  const text = (x: number, words: string) => ({
    ...{ type: 'text', style: { x, y: 1, text: words, fill: theme.text2, fontSize: 11 } },
  });
  const entries: { width: number; children: object[] }[] = [];
  if (chart.dots.length > 0) {
    const [from, to] = ages(chart);
    const [start, end] = [formatTime(from, zone, 'day'), formatTime(to, zone, 'day')];
    const left = textWidth(start, 11) + 6;
    const stop = (offset: number, t: number) => ({ offset, color: ageColor(context, [from, to], t) });
    const fill = { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops: [stop(0, from), stop(1, to)] };
    entries.push({
      width: left + scaleWidth + 6 + textWidth(end, 11),
      children: [
        text(0, start),
        { type: 'rect', shape: { x: left, y: 3, width: scaleWidth, height: 8 }, style: { fill } },
        text(left + scaleWidth + 6, end),
      ],
    });
  }
  for (const { name, color: index, look } of chart.curves)
    entries.push({
      width: 26 + textWidth(name, 11),
      children: [
        {
          ...{ type: 'line', shape: { x1: 0, y1: 7, x2: 20, y2: 7 } },
          style: { stroke: color(index), lineWidth: 2, lineDash: look === 'dashed' ? [5, 3] : null },
        },
        text(26, name),
      ],
    });
  if (chart.band)
    entries.push({
      width: 26 + textWidth(chart.band.name, 11),
      children: [
        {
          ...{ type: 'rect', shape: { x: 0, y: 2, width: 20, height: 10 } },
          style: { fill: color(chart.band.color), opacity: 0.25 },
        },
        text(26, chart.band.name),
      ],
    });
  let right = narrow ? 16 : 24;
  return entries.reverse().map(({ width, children }) => {
    const at = right;
    right += width + 14;
    return { type: 'group', silent: true, right: at, top: 4, children };
  });
}
