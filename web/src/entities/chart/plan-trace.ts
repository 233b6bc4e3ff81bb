import type { EChartsOption } from 'echarts';
import { frame } from './axes';
import { levelSymbol } from './chart-theme';
import type { ChartContext } from './chart-words';
import { extentOf, type NiceAxis, niceAxis } from './nice-axis';
import { tooltipContent } from './tooltip';

/** One position of the plan trace, mm from the initial position. */
export interface TracePoint {
  t: number;
  east: number;
  north: number;
}

export interface PlanTrace {
  points: readonly TracePoint[];
  eastName: string;
  northName: string;
  unit: string;
  decimals: number;
  level: number | null;
}

/** joinTrace pairs the readings of two components by time; if one is missing there is no position. */
export function joinTrace(
  east: readonly (readonly [number, number | null])[],
  north: readonly (readonly [number, number | null])[],
): TracePoint[] {
  const byTime = new Map(north);
  const out: TracePoint[] = [];
  for (const [t, e] of east) {
    const n = byTime.get(t);
    if (e !== null && n !== null && n !== undefined) out.push({ t, east: e, north: n });
  }
  return out;
}

/** equalScale gives both axes the same range, so that a circle stays a circle in a square plot. */
export function equalScale(points: readonly TracePoint[], decimals: number): { east: NiceAxis; north: NiceAxis } {
  const e = extentOf(points.map((p) => p.east));
  const n = extentOf(points.map((p) => p.north));
  const span = Math.max(e[1] - e[0], n[1] - n[0], 10 ** (1 - decimals));
  const around = ([low, high]: readonly [number, number]): [number, number] => {
    const middle = (low + high) / 2;
    return [middle - span / 2, middle + span / 2];
  };
  const step = niceAxis(...around(e), 5, decimals).step;
  const scale = (range: readonly [number, number]): NiceAxis => {
    const axis = niceAxis(...around(range), 5, decimals);
    const min = Math.floor(around(range)[0] / step) * step;
    return { ...axis, step, min, max: min + step * (Math.ceil(span / step) + 1) };
  };
  return { east: scale(e), north: scale(n) };
}

export function planTrace(trace: PlanTrace, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const base = frame(context);
  const { east, north } = equalScale(trace.points, trace.decimals);
  const first = trace.points[0];
  const last = trace.points[trace.points.length - 1];
  const color = theme.palette[0] as string;
  const oldest = first?.t ?? 0;
  const age = Math.max(1, (last?.t ?? 1) - oldest);
  const look = (axis: NiceAxis, name: string) => ({
    type: 'value' as const,
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    name: `${name} (${trace.unit})`,
    nameTextStyle: { color: theme.text3, fontSize: 11 },
    axisLabel: {
      color: theme.text3,
      fontSize: 11,
      hideOverlap: true,
      formatter: (v: number) => words.number(v, axis.decimals),
    },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.grid } },
  });
  return {
    ...base,
    grid: { left: 44, right: 20, top: 36, bottom: 40 },
    xAxis: { ...look(east, trace.eastName), nameLocation: 'middle', nameGap: 24 },
    yAxis: {
      ...look(north, trace.northName),
      nameLocation: 'end',
      nameGap: 14,
      nameTextStyle: { color: theme.text3, fontSize: 11, align: 'left', padding: [0, 0, 0, -36] },
    },
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ((params: { value?: [number, number, number] }) => {
        if (!params.value) return '';
        const [e, n, t] = params.value;
        return tooltipContent({
          head: words.time(t),
          lines: [
            { color, name: trace.northName, value: words.number(n, trace.decimals), unit: trace.unit },
            { color, name: trace.eastName, value: words.number(e, trace.decimals), unit: trace.unit },
          ],
        });
      }) as never,
    },
    series: [
      {
        id: 'trace',
        type: 'scatter',
        symbolSize: 4,
        data: trace.points.map((p) => ({
          value: [p.east, p.north, p.t],
          itemStyle: { color, opacity: 0.25 + (0.6 * (p.t - oldest)) / age },
        })),
        markLine: {
          symbol: 'none',
          silent: true,
          animation: false,
          label: { show: false },
          lineStyle: { color: theme.lineCtl, width: 1, type: 'solid' },
          data: [
            ...(east.min < 0 && east.max > 0 ? [{ xAxis: 0 }] : []),
            ...(north.min < 0 && north.max > 0 ? [{ yAxis: 0 }] : []),
          ],
        },
      },
      ...(last
        ? [
            {
              id: 'now',
              type: 'scatter' as const,
              silent: true,
              z: 4,
              symbol: levelSymbol[trace.level ?? 0] ?? 'circle',
              symbolSize: 12,
              itemStyle: {
                color: trace.level === null ? color : (theme.levelFill[trace.level] ?? color),
                borderColor: theme.panel,
                borderWidth: 1,
              },
              data: [[last.east, last.north]],
            },
          ]
        : []),
    ],
  };
}
