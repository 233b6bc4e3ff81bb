import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import type { ChartContext } from './chart-words';
import { extentOf, niceAxis } from './nice-axis';
import { rampOpacity } from './profile-nodes';
import { drawPlot, type ProfileChart, type ProfileCurve, rowHeight } from './profile-plot';
import { drawStrip } from './profile-strip';
import { textWidth } from './text-width';
import { type Tooltip, tooltipContent } from './tooltip';

/** Height in pixels above the plots, without and with names of the curves. */
const plain = 56;
const named = 76;

/** Height in pixels below the plots, without the rows of the labels of limits. */
const foot = 6;

/** profileChart draws one or two plots that share the depth axis. A narrow chart has the first one only. */
export function profileChart(chart: ProfileChart, context: ChartContext): EChartsOption {
  const base = frame(context);
  const depths = extentOf(chart.plots.flatMap((p) => p.curves.flatMap((c) => c.nodes.map((n) => n.depth))));
  const depthAxis = niceAxis(Math.min(0, depths[0]), depths[1], context.narrow ? 5 : 7);
  const one = chart.plots.length === 1 || context.narrow;
  const plots = chart.plots
    .slice(0, one ? 1 : 2)
    .map((plot, index) => drawPlot(plot, { chart, index, depthAxis, context }));
  const bottom = foot + rowHeight * Math.max(...plots.map(({ rows }) => rows));
  const place = { index: plots.length, depthAxis, upwards: chart.upwards ?? false };
  const strip = chart.strip ? [drawStrip(chart.strip, place, context)] : [];
  const names = chart.plots[0]?.curves.filter(({ name }) => name !== undefined) ?? [];
  const top = names.length > 0 ? named : plain;
  const of = <K extends 'xAxis' | 'yAxis' | 'series'>(part: K): object[] =>
    [...plots, ...strip].map((plot) => plot[part]);

  return {
    ...base,
    grid: [...plots, ...strip].map((_, index) => ({ ...sides(index, one, strip.length > 0), top, bottom })),
    ...(names.length > 0 ? { graphic: legend(names, context) } : {}),
    xAxis: of('xAxis'),
    yAxis: of('yAxis'),
    series: of('series').flat() as SeriesOption[],
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { axis: 'y', type: 'line' },
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const depth = (list[0] as { value?: unknown[] } | undefined)?.value?.[1];
        return typeof depth === 'number' ? tooltipContent(profileTooltip(depth, chart, context)) : '';
      }) as never,
    },
  };
}

/** sides are the margins of a plot: all of the width, or the first one 58 % and the second one 36 % of it; a strip takes 12 %. */
function sides(index: number, one: boolean, strip: boolean) {
  if (strip && one) return index === 0 ? { left: 44, right: '26%' } : { left: '79%', right: 14 };
  if (strip && index === 2) return { left: '88%', right: 14 };
  if (strip) return index === 0 ? { left: 44, right: '50%' } : { left: '56%', right: '16%' };
  // The greatest value is often at the edge, with its number at the right of it.
  if (one) return { left: 44, right: 52 };
  return index === 0 ? { left: 44, right: '42%' } : { left: '64%', right: 24 };
}

/** legend names the curves above the plots, from the left. */
function legend(curves: readonly ProfileCurve[], { theme }: ChartContext): object[] {
  let left = 12;
  return curves.map(({ name = '', dashed }, at) => {
    const place = left;
    left += textWidth(name, 11) + 44;
    const current = at === curves.length - 1;
    const style = {
      ...{ stroke: theme.palette[0], lineWidth: current ? 2.4 : 1.6, opacity: rampOpacity(at, curves.length) },
      lineDash: dashed ? [5, 3] : null,
    };
    return {
      ...{ type: 'group', silent: true, left: place, top: 9 },
      children: [
        { type: 'line', shape: { x1: 0, y1: 7, x2: 20, y2: 7 }, style },
        { type: 'text', style: { x: 26, y: 1, text: name, fill: theme.text2, fontSize: 11 } },
      ],
    };
  });
}

/** profileTooltip lists the values of all compared times at a depth, newest first. */
export function profileTooltip(depth: number, chart: ProfileChart, { words, theme }: ChartContext): Tooltip {
  const plot = chart.plots[0];
  const lines = [...(plot?.curves ?? [])].reverse().map((curve) => {
    const node = curve.nodes.find((n) => n.depth === depth);
    return {
      color: theme.palette[0] as string,
      name: curve.name ?? words.time(curve.t).slice(5, 16),
      value: words.number(node?.value, plot?.decimals ?? 2),
      unit: plot?.unit ?? '',
    };
  });
  return { head: `${chart.depthName} ${words.number(depth, 2)}`, lines };
}
