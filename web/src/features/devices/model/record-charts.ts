import type { EChartsOption } from 'echarts';
import { frame, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { TwinTable } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extentOf, type NiceAxis, niceAxis } from '@/entities/chart/nice-axis';
import { tooltipContent } from '@/entities/chart/tooltip';
import type { RecordSpectrum, RecordWaveform } from '../record-queries';

/** A part of a record in view, s from its begin. */
export type View = readonly [number, number];

/** Names of axes and of what is drawn, in the language of the screen. */
export interface RecordNames {
  axis: (field: string) => string;
  time: string;
  frequency: string;
  low: string;
  high: string;
}

const digits = 4;
const left = 56;
const right = 20;
/** Height in px of a plot, of the head above it and of the foot below the last one. */
export const plotHeight = 116;
export const plotHead = 30;
export const chartFoot = 74;

/** recordSeconds is the length of a record, s. */
export const recordSeconds = (wave: Pick<RecordWaveform, 'samples' | 'rate'>): number => wave.samples / wave.rate;

/** Whether the samples of an answer cover a view, so that it can be drawn from them. */
export function covers(wave: RecordWaveform | undefined, [from, to]: View): boolean {
  if (!wave) return false;
  const step = 1 / wave.rate;
  return (
    wave.first * step <= from + step && (wave.first + wave.count) * step >= Math.min(to, recordSeconds(wave)) - step
  );
}

/** The samples to ask for a view: with as much on each side, so that dragging shows something. */
export function excerptOf({ samples, rate }: Pick<RecordWaveform, 'samples' | 'rate'>, [from, to]: View) {
  const margin = (to - from) / 2;
  const first = Math.max(0, Math.floor((from - margin) * rate));
  const last = Math.min(samples, Math.ceil((to + margin) * rate) + 1);
  return { first, count: Math.max(1, last - first) };
}

/**
 * The curve of an axis: every sample, or the smallest and the largest of each bucket one above the other, so that no
 * peak is lost. Where a part did not come the curve is broken.
 */
export function curveOf(wave: RecordWaveform, index: number): [number, number | null][] {
  const { low = [], high = [] } = wave.waves[index] ?? {};
  const { first, each, rate } = wave;
  return low.flatMap((least, i): [number, number | null][] => {
    const at = (first + i * each + (each - 1) / 2) / rate;
    const most = high[i] ?? null;
    return each === 1 || least === null || most === null
      ? [[at, least]]
      : [
          [at, least],
          [at, most],
        ];
  });
}

/** The plots one below the other. */
function grids(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    left,
    right,
    top: plotHead + i * (plotHeight + plotHead),
    height: plotHeight,
  }));
}

/** The height in px of a chart of so many axes. */
export const chartHeight = (count: number): number => count * (plotHeight + plotHead) + chartFoot;

function bottomAxis({ theme, words }: ChartContext, index: number, last: boolean, axis: NiceAxis, name: string) {
  return {
    type: 'value' as const,
    gridIndex: index,
    min: axis.min,
    max: axis.max,
    ...(last ? { name } : {}),
    nameLocation: 'middle' as const,
    nameGap: 22,
    nameTextStyle: { color: theme.text3, fontSize: 11 },
    axisLabel: {
      show: last,
      color: theme.text3,
      fontSize: 11,
      hideOverlap: true,
      showMinLabel: true,
      formatter: (v: number) => words.number(v, decimalsOf(v)),
    },
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
    axisTick: { show: last, lineStyle: { color: theme.lineCtl } },
    splitLine: { show: false },
  };
}

/** As many decimals as a tick needs, at most four. */
function decimalsOf(v: number): number {
  for (let d = 0; d < digits; d++) if (Math.abs(v - Number(v.toFixed(d))) < 1e-9) return d;
  return digits;
}

function zoom({ theme }: ChartContext, count: number, [start, end]: View) {
  const shared = { xAxisIndex: Array.from({ length: count }, (_, i) => i), filterMode: 'none' as const, start, end };
  return [
    {
      ...shared,
      type: 'inside' as const,
      zoomOnMouseWheel: 'ctrl' as const,
      moveOnMouseMove: true,
      moveOnMouseWheel: false,
    },
    {
      ...shared,
      type: 'slider' as const,
      height: 22,
      bottom: 8,
      left,
      right,
      brushSelect: false,
      showDetail: false,
      showDataShadow: false,
      backgroundColor: 'transparent',
      borderColor: theme.line,
      fillerColor: `${theme.link}22`,
      handleStyle: { color: theme.panel, borderColor: theme.link },
      moveHandleSize: 0,
    },
  ];
}

interface Plot {
  name: string;
  unit: string;
  color: number;
  curve: readonly [number, number | null][];
  /** The curve in view, for the axis. */
  extent: readonly [number, number];
}

interface Stack {
  plots: readonly Plot[];
  /** The whole of the axis below the plots. */
  axis: NiceAxis;
  name: string;
  view: View;
  head: (x: number) => string;
  /** What the tooltip says of a plot at x. */
  values: (plot: number, x: number) => string;
}

function stacked({ plots, axis, name, view, head, values }: Stack, context: ChartContext): EChartsOption {
  const { theme } = context;
  const base = frame(context);
  const length = axis.max - axis.min || 1;
  const axes = plots.map((plot) => niceAxis(plot.extent[0], plot.extent[1], 4, digits));
  return {
    ...base,
    grid: grids(plots.length),
    xAxis: plots.map((_, i) => bottomAxis(context, i, i === plots.length - 1, axis, name)),
    yAxis: plots.map((plot, i) => ({
      ...valueAxis(context, axes[i] as NiceAxis, plot.unit ? `${plot.name} (${plot.unit})` : plot.name),
      gridIndex: i,
      nameGap: 10,
    })),
    series: plots.map((plot, i) => ({
      id: `${i}`,
      name: plot.name,
      type: 'line' as const,
      xAxisIndex: i,
      yAxisIndex: i,
      showSymbol: false,
      connectNulls: false,
      lineStyle: { width: 1.1, color: theme.palette[plot.color] as string },
      itemStyle: { color: theme.palette[plot.color] as string },
      emphasis: { disabled: true },
      data: plot.curve as never[],
      markLine: {
        symbol: 'none',
        z: 1, // behind the curve
        silent: true,
        animation: false,
        data: zeroLine(context, axes[i] as NiceAxis) as never[],
      },
    })),
    axisPointer: { ...(base.axisPointer as object), link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      formatter: ((params: unknown) => {
        const found = (Array.isArray(params) ? params[0] : params) as { axisValue?: number } | undefined;
        const x = found?.axisValue;
        if (x === undefined) return '';
        return tooltipContent({
          head: head(x),
          lines: plots.map((plot, i) => ({
            color: theme.palette[plot.color] as string,
            name: plot.name,
            value: values(i, x),
            unit: plot.unit,
          })),
        });
      }) as never,
    },
    dataZoom: zoom(context, plots.length, [
      ((view[0] - axis.min) / length) * 100,
      ((view[1] - axis.min) / length) * 100,
    ]),
  };
}

/** waveChart draws the samples of a record, an axis a plot. */
export function waveChart(wave: RecordWaveform, view: View, names: RecordNames, context: ChartContext): EChartsOption {
  const { words } = context;
  const { first, each, rate } = wave;
  const bucketAt = (x: number) => Math.max(0, Math.round((x * rate - first - (each - 1) / 2) / each));
  return stacked(
    {
      plots: wave.axes.map((axis, i) => {
        const curve = curveOf(wave, i);
        return {
          name: names.axis(axis.field),
          unit: axis.unit,
          color: i,
          curve,
          extent: extentOf(curve.filter(([x]) => x >= view[0] && x <= view[1]).map(([, y]) => y)),
        };
      }),
      axis: { min: 0, max: recordSeconds(wave), step: 1, decimals: 0 },
      name: `${names.time} (s)`,
      view,
      head: (x) => `${words.number(x, digits)} s`,
      values: (i, x) => {
        const at = bucketAt(x);
        const low = wave.waves[i]?.low[at];
        const high = wave.waves[i]?.high[at];
        return each === 1 || low === high
          ? words.number(low, digits)
          : `${words.number(low, digits)} … ${words.number(high, digits)}`;
      },
    },
    context,
  );
}

/** spectrumChart draws the amplitudes of a record over the frequency, an axis a plot. */
export function spectrumChart(
  { axes, step }: RecordSpectrum,
  view: View,
  names: RecordNames,
  context: ChartContext,
): EChartsOption {
  const { words } = context;
  const most = Math.max(0, ...axes.map(({ amplitudes }) => amplitudes.length - 1)) * step;
  return stacked(
    {
      plots: axes.map((axis, i) => {
        const curve = axis.amplitudes.map((amplitude, k): [number, number] => [k * step, amplitude]);
        const inView = curve.filter(([x]) => x >= view[0] && x <= view[1]).map(([, y]) => y);
        return {
          name: names.axis(axis.field),
          unit: axis.unit,
          color: i,
          curve,
          extent: [0, Math.max(0, extentOf(inView)[1] || 0)],
        };
      }),
      axis: { min: 0, max: most, step: 1, decimals: 0 },
      name: `${names.frequency} (Hz)`,
      view,
      head: (x) => `${words.number(x, 2)} Hz`,
      values: (i, x) => words.number(axes[i]?.amplitudes[Math.round(x / step)], digits),
    },
    context,
  );
}

/** The numbers of a waveform chart as a table. */
export function waveTwin(wave: RecordWaveform, names: RecordNames, { words }: ChartContext): TwinTable {
  const one = wave.each === 1;
  const columns = wave.axes.flatMap(({ field, unit }) => {
    const name = `${names.axis(field)} ${unit}`.trim();
    return one ? [{ title: name }] : [{ title: `${name}, ${names.low}` }, { title: `${name}, ${names.high}` }];
  });
  const length = wave.waves[0]?.low.length ?? 0;
  return {
    columns: [{ title: `${names.time} s` }, ...columns],
    rows: Array.from({ length }, (_, i) => [
      words.number((wave.first + i * wave.each) / wave.rate, digits),
      ...wave.waves.flatMap(({ low, high }) =>
        (one ? [low[i]] : [low[i], high[i]]).map((v) => words.number(v, digits)),
      ),
    ]),
  };
}

/** The amplitudes of a spectrum as a table. */
export function spectrumTwin({ axes, step }: RecordSpectrum, names: RecordNames, { words }: ChartContext): TwinTable {
  const length = Math.max(0, ...axes.map(({ amplitudes }) => amplitudes.length));
  return {
    columns: [
      { title: `${names.frequency} Hz` },
      ...axes.map(({ field, unit }) => ({ title: `${names.axis(field)} ${unit}`.trim() })),
    ],
    rows: Array.from({ length }, (_, k) => [
      words.number(k * step, 3),
      ...axes.map(({ amplitudes }) => words.number(amplitudes[k], digits)),
    ]),
  };
}
