import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import type { ChartContext } from './chart-words';
import { extentOf, niceAxis } from './nice-axis';
import { drawPlot, type ProfileChart } from './profile-plot';
import { drawStrip } from './profile-strip';
import { type Tooltip, tooltipContent } from './tooltip';

const oneRow = 20;
const twoRows = 36;

/** profileChart draws one or two plots that share the depth axis. A narrow chart has the first one only. */
export function profileChart(chart: ProfileChart, context: ChartContext): EChartsOption {
  const base = frame(context);
  const depths = extentOf(chart.plots.flatMap((p) => p.curves.flatMap((c) => c.nodes.map((n) => n.depth))));
  const depthAxis = niceAxis(Math.min(0, depths[0]), depths[1], context.narrow ? 5 : 7);
  const one = chart.plots.length === 1 || context.narrow;
  const plots = chart.plots
    .slice(0, one ? 1 : 2)
    .map((plot, index) => drawPlot(plot, { chart, index, depthAxis, context }));
  const bottom = plots.some(({ rows }) => rows === 2) ? twoRows : oneRow;
  const place = { index: plots.length, depthAxis, upwards: chart.upwards ?? false };
  const strip = chart.strip ? [drawStrip(chart.strip, place, context)] : [];
  const of = <K extends 'xAxis' | 'yAxis' | 'series'>(part: K): object[] =>
    [...plots, ...strip].map((plot) => plot[part]);

  return {
    ...base,
    grid: [...plots, ...strip].map((_, index) => ({ ...sides(index, one, strip.length > 0), bottom })),
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
  const top = 56;
  if (strip && one) return index === 0 ? { left: 44, right: '26%', top } : { left: '79%', right: 14, top };
  if (strip && index === 2) return { left: '88%', right: 14, top };
  if (strip) return index === 0 ? { left: 44, right: '50%', top } : { left: '56%', right: '16%', top };
  if (one) return { left: 44, right: 24, top: 56 };
  return index === 0 ? { left: 44, right: '42%', top: 56 } : { left: '64%', right: 24, top: 56 };
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
