import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import { chartFont } from './chart-theme';
import type { ChartContext } from './chart-words';
import { extentOf, niceAxis } from './nice-axis';
import { nodeSymbol, rampOpacity } from './profile-nodes';
import { textWidth } from './text-width';
import { tooltipContent } from './tooltip';

/** Two results of one place; null where one is missing. */
export interface PairNode {
  /** m below the collar. */
  depth: number;
  first: number | null;
  second: number | null;
}

export const differenceOf = ({ first, second }: Pick<PairNode, 'first' | 'second'>): number | null =>
  first === null || second === null ? null : first - second;

/** Two results of one array, from the collar down, at compared times. */
export interface PairProfile {
  first: string;
  second: string;
  difference: string;
  depthName: string;
  unit: string;
  decimals: number;
  /** Oldest first; the last one is the current. */
  curves: readonly { t: number; nodes: readonly PairNode[] }[];
  /** Depth of the node that is marked; null: none. */
  picked: number | null;
}

/** The colors of both results in the palette; the difference has the third. */
export const pairColors = { first: 1, second: 0, difference: 2 } as const;
type Part = keyof typeof pairColors;
const parts = ['first', 'second', 'difference'] as const;

const partOf = (node: PairNode, part: Part) => (part === 'difference' ? differenceOf(node) : node[part]);

/** pairProfile draws both results over depth, and their difference next to them on a second axis. */
export function pairProfile(chart: PairProfile, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const base = frame(context);
  const nodes = chart.curves.flatMap((curve) => curve.nodes);
  const depths = extentOf(nodes.map((node) => node.depth));
  const depthAxis = niceAxis(Math.min(0, depths[0]), depths[1], context.narrow ? 5 : 7);
  const values = extentOf([0, ...nodes.flatMap(({ first, second }) => [first, second])]);
  const differences = extentOf([0, ...nodes.map(differenceOf)]);
  const axes = [
    niceAxis(values[0], values[1], context.narrow ? 4 : 6, chart.decimals),
    niceAxis(differences[0], differences[1], context.narrow ? 3 : 4, chart.decimals),
  ];
  const label = { color: theme.text3, fontSize: 11, hideOverlap: true };
  const nameStyle = { color: theme.text3, fontSize: 11 };
  const middle = `${chart.unit}`;
  const color = (part: Part) => theme.palette[pairColors[part] % theme.palette.length] as string;
  return {
    ...base,
    grid: [
      { left: 48, right: '40%', top: 58, bottom: 16 },
      { left: '66%', right: 22, top: 58, bottom: 16 },
    ],
    xAxis: axes.map((axis, gridIndex) => ({
      ...{ type: 'value', position: 'top', gridIndex, min: axis.min, max: axis.max, interval: axis.step },
      ...{ name: middle, nameLocation: 'end', nameGap: 4, nameTextStyle: nameStyle },
      axisLabel: { ...label, formatter: (v: number) => words.number(v, axis.decimals) },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.grid } },
    })) as never,
    yAxis: axes.map((_, gridIndex) => ({
      ...{ type: 'value', inverse: true, gridIndex, min: depthAxis.min, max: depthAxis.max, interval: depthAxis.step },
      ...(gridIndex === 0
        ? {
            name: chart.depthName,
            nameLocation: 'start',
            nameGap: 30,
            nameTextStyle: { ...nameStyle, align: 'left', padding: [0, 0, 0, -40] },
          }
        : {}),
      axisLabel: { ...label, show: gridIndex === 0, formatter: (v: number) => words.number(v, depthAxis.decimals) },
      axisLine: { show: false, onZero: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.grid } },
    })) as never,
    graphic: heads(chart, context, color) as never,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { axis: 'y', type: 'line' },
      formatter: ((hit: unknown) => {
        const list = Array.isArray(hit) ? hit : [hit];
        const depth = (list[0] as { value?: unknown[] } | undefined)?.value?.[1];
        const last = chart.curves.at(-1);
        const node = last?.nodes.find((one) => one.depth === depth);
        if (!last || !node) return '';
        const lines = parts.map((part) => ({
          ...{ color: color(part), name: chart[part], unit: chart.unit },
          value: words.number(partOf(node, part), chart.decimals),
        }));
        return tooltipContent({
          head: `${chart.depthName} ${words.number(node.depth, 2)} ${words.time(last.t)}`,
          lines,
        });
      }) as never,
    },
    series: chart.curves.flatMap((curve, index) =>
      parts.map((part): SeriesOption => {
        const current = index === chart.curves.length - 1;
        const grid = part === 'difference' ? 1 : 0;
        return {
          id: `${part}:${curve.t}`,
          ...{
            type: 'line',
            xAxisIndex: grid,
            yAxisIndex: grid,
            connectNulls: false,
            symbol: 'circle',
            z: current ? 3 : 2,
          },
          ...{ showSymbol: true, symbolSize: 5, itemStyle: { color: color(part) } },
          lineStyle: {
            color: color(part),
            opacity: rampOpacity(index, chart.curves.length),
            width: current ? 2.2 : 1.4,
            ...(part === 'first' ? { type: [6, 4] } : {}),
          },
          emphasis: { disabled: true },
          data: curve.nodes.map((node, i) => ({
            value: [partOf(node, part), node.depth],
            ...nodeSymbol((at) => curve.nodes[at] && partOf(curve.nodes[at], part), i, current),
          })) as never,
          ...(current && part !== 'first' ? { markLine: marks(chart, context) } : {}),
        } as SeriesOption;
      }),
    ),
  };
}

/** marks are the line of zero, and that of the picked node. */
function marks({ picked }: PairProfile, { theme }: ChartContext) {
  const picking = { yAxis: picked, lineStyle: { color: theme.text3, width: 1, type: 'solid' } };
  return {
    ...{ symbol: 'none', silent: true, animation: false, label: { show: false } },
    data: [
      { xAxis: 0, lineStyle: { color: theme.lineStrong, width: 1.4, type: 'solid' } },
      ...(picked === null ? [] : [picking]),
    ],
  };
}

/** heads name the curves above the plots, each with its line. */
function heads(chart: PairProfile, { theme, narrow }: ChartContext, color: (part: Part) => string): object[] {
  const head = (part: Part, left: number | string): object => ({
    type: 'group',
    silent: true,
    left,
    top: 8,
    children: [
      {
        type: 'line',
        shape: { x1: 0, y1: 7, x2: 18, y2: 7 },
        style: { stroke: color(part), lineWidth: 2.2, lineDash: part === 'first' ? [6, 4] : null },
      },
      {
        type: 'text',
        style: { x: 24, y: 1, text: chart[part], fill: theme.text2, fontSize: narrow ? 11 : 12, fontFamily: chartFont },
      },
    ],
  });
  return [
    head('second', 48),
    head('first', 48 + 44 + textWidth(chart.second)),
    head('difference', narrow ? '60%' : '66%'),
  ];
}
