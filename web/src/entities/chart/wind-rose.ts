import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn, EChartsOption } from 'echarts';
import { CustomChart } from 'echarts/charts';
import * as echarts from 'echarts/core';
import { frame } from './axes';
import type { ChartContext } from './chart-words';
import { type NiceAxis, niceAxis } from './nice-axis';
import { textWidth } from './text-width';
import { tooltipContent } from './tooltip';

// Only this chart draws its own shapes.
echarts.use(CustomChart);

/** Readings by direction, clockwise from north, and by class of speed. */
export interface WindCounts {
  /** Lower limits of the classes, m/s; slower wind is calm. */
  limits: readonly number[];
  counts: readonly (readonly number[])[];
  calm: number;
}

export interface WindRose extends WindCounts {
  /** Name of the share in the tooltip. */
  shareName: string;
  calmName: string;
}

/** Radius of the center, in which the share of calm stands, as a share of the whole. */
const center = 0.24;
/** Share of a sector's width that is drawn. */
const drawnWidth = 0.82;
/** Speeds rise with the opacity of one color. */
const opacities = [0.3, 0.5, 0.75, 1];

/** roseTotal is the number of readings of which a rose shows the shares. */
export function roseTotal({ counts, calm }: WindCounts): number {
  return counts.flat().reduce((sum, count) => sum + count, calm);
}

/** classText names a class by its limits in m/s, with the decimals of an anemometer. */
export function classText(limits: readonly number[], i: number, words: ChartContext['words']): string {
  const from = words.number(limits[i], 1);
  const next = limits[i + 1];
  return next === undefined ? `≥${from}` : `${from}–${words.number(next - 0.1, 1)}`;
}

/** roseSectors are the classes of each direction as shares in percent, from the center outwards. */
export function roseSectors(rose: WindCounts): { sector: number; class: number; from: number; to: number }[] {
  const total = Math.max(1, roseTotal(rose));
  return rose.counts.flatMap((classes, sector) => {
    let sum = 0;
    return classes.flatMap((count, i) => {
      if (count === 0) return [];
      const from = (sum * 100) / total;
      sum += count;
      return [{ sector, class: i, from, to: (sum * 100) / total }];
    });
  });
}

/** windRose draws how often the wind comes from each of 16 directions, and how fast; calm is in the center. */
export function windRose(rose: WindRose, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const base = frame(context);
  const color = theme.palette[0] as string;
  const sectors = roseSectors(rose);
  const scale = niceAxis(0, Math.max(1, ...sectors.map((one) => one.to)), 4);
  const share = (count: number) => `${words.number((count * 100) / Math.max(1, roseTotal(rose)), 1)}%`;
  const axis = { type: 'value' as const, min: -1, max: 1, show: false };
  return {
    ...base,
    grid: { left: 30, right: 30, top: 26, bottom: 76 },
    xAxis: axis,
    yAxis: axis,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ((hit: { dataIndex: number }) => {
        const at = sectors[hit.dataIndex];
        if (!at) return '';
        const counts = rose.counts[at.sector] ?? [];
        return tooltipContent({
          head: `${words.compass(at.sector * 22.5)} ${share(counts.reduce((sum, count) => sum + count, 0))}`,
          lines: counts
            .map((count, i) => ({
              color,
              name: `${classText(rose.limits, i, words)} m/s`,
              value: share(count),
              unit: '',
            }))
            .reverse(),
        });
      }) as never,
    },
    graphic: legend(rose, color, context),
    series: [
      { id: 'rings', type: 'custom', silent: true, data: [[0, 0]], renderItem: (_, api) => rings(api, scale, context) },
      {
        id: 'sectors',
        type: 'custom',
        name: rose.shareName,
        data: sectors.map((one) => [one.sector, one.class, one.from, one.to]),
        encode: { x: -1, y: -1 },
        renderItem: (_, api) => {
          const { cx, cy, radius } = circle(api, scale);
          const middle = (Number(api.value(0)) * Math.PI) / 8 - Math.PI / 2;
          const half = (Math.PI / 16) * drawnWidth;
          return {
            type: 'sector',
            shape: {
              ...{ cx, cy, r0: radius(Number(api.value(2))), r: radius(Number(api.value(3))) },
              ...{ startAngle: middle - half, endAngle: middle + half, clockwise: true },
            },
            style: { fill: color, opacity: opacities[Number(api.value(1))] ?? 1, stroke: theme.panel, lineWidth: 0.5 },
          };
        },
      },
      {
        id: 'calm',
        type: 'custom',
        silent: true,
        data: [[0, 0]],
        renderItem: (_, api) => shares(api, scale, [rose.calmName, share(rose.calm)], context),
      },
    ],
  };
}

/** The circle that fits the plot: the radius of a share in percent, and a place in the direction of a sector. */
function circle(api: CustomSeriesRenderItemAPI, { max }: NiceAxis) {
  const [cx = 0, cy = 0] = api.coord([0, 0]);
  const [width = 0, height = 0] = (api.size?.([1, 1]) ?? []) as number[];
  const r = Math.min(width, height);
  return {
    ...{ cx, cy, r },
    radius: (percent: number) => r * (center + ((1 - center) * percent) / max),
    place: (sector: number, at: number) => {
      const angle = (sector * Math.PI) / 8 - Math.PI / 2;
      return { x: cx + at * Math.cos(angle), y: cy + at * Math.sin(angle) };
    },
  };
}

/** The share of calm in the center, and the shares of the rings. */
function shares(
  api: CustomSeriesRenderItemAPI,
  scale: NiceAxis,
  calm: readonly [name: string, share: string],
  { theme, words }: ChartContext,
): CustomSeriesRenderItemReturn {
  const { cx, cy, r, radius, place } = circle(api, scale);
  const middle = { x: cx, align: 'center' as const };
  return {
    type: 'group',
    children: [
      {
        type: 'circle',
        shape: { cx, cy, r: r * center },
        style: { fill: theme.panel, stroke: theme.lineCtl, lineWidth: 1 },
      },
      { type: 'text', style: { ...middle, y: cy - 14, text: calm[0], fill: theme.text3, fontSize: 11 } },
      { type: 'text', style: { ...middle, y: cy, text: calm[1], fill: theme.text, fontSize: 12, fontWeight: 600 } },
      ...ringsOf(scale).map((percent) => ({
        type: 'text' as const,
        style: {
          ...place(3, radius(percent)),
          text: `${words.number(percent, scale.decimals)}%`,
          ...{ fill: theme.text2, stroke: theme.panel, lineWidth: 3, fontSize: 11 },
          ...{ align: 'center' as const, verticalAlign: 'middle' as const },
        },
      })),
    ],
  } as CustomSeriesRenderItemReturn;
}

/** The shares at which rings are drawn. */
const ringsOf = ({ max, step }: NiceAxis) => Array.from({ length: Math.round(max / step) }, (_, i) => (i + 1) * step);

/** The rings of equal shares, and the names of eight directions. */
function rings(
  api: CustomSeriesRenderItemAPI,
  scale: NiceAxis,
  { theme, words }: ChartContext,
): CustomSeriesRenderItemReturn {
  const { cx, cy, r, radius, place } = circle(api, scale);
  return {
    type: 'group',
    children: [
      ...ringsOf(scale).map((percent) => ({
        type: 'circle' as const,
        shape: { cx, cy, r: radius(percent) },
        style: { fill: 'transparent', stroke: theme.grid, lineWidth: 1 },
      })),
      ...[0, 4, 8, 12].map((sector) => {
        const { x: x2, y: y2 } = place(sector, r);
        return {
          type: 'line' as const,
          shape: { x1: cx, y1: cy, x2, y2 },
          style: { stroke: theme.grid, lineWidth: 1 },
        };
      }),
      ...Array.from({ length: 8 }, (_, i) => ({
        type: 'text' as const,
        style: {
          ...place(2 * i, r + 14),
          text: words.compass(45 * i),
          fill: theme.text2,
          fontSize: 12,
          align: 'center' as const,
          verticalAlign: 'middle' as const,
        },
      })),
    ],
  } as CustomSeriesRenderItemReturn;
}

/** The classes of speed in the colors of their sectors, two in a row below the circle. */
function legend({ limits }: WindRose, color: string, { theme, words }: ChartContext) {
  const room = Math.max(...limits.map((_, i) => textWidth(`${classText(limits, i, words)} m/s`))) + 34;
  return limits.flatMap((_, i) => {
    const left = 14 + (i % 2) * room;
    const bottom = i < 2 ? 32 : 12;
    const text = `${classText(limits, i, words)} m/s`;
    return [
      {
        ...{ type: 'rect' as const, left, bottom: bottom + 1, silent: true },
        shape: { width: 12, height: 10 },
        style: { fill: color, opacity: opacities[i] ?? 1 },
      },
      {
        type: 'text' as const,
        left: left + 18,
        bottom,
        silent: true,
        style: { text, fill: theme.text2, fontSize: 11 },
      },
    ];
  });
}
