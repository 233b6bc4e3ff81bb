import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import { chartFont, levelSymbol } from './chart-theme';
import type { ChartContext } from './chart-words';
import type { NiceAxis } from './nice-axis';
import { equalScale, type TracePoint } from './plan-trace';
import type { ThresholdLine } from './threshold-lines';
import { tooltipContent } from './tooltip';

/** A displacement in plan. */
export interface BearingArrow {
  key: string;
  t: number;
  label: string;
  east: number;
  north: number;
  opacity: number;
  /** One of the current time. */
  current: boolean;
}

/** A limit of one component. */
export interface ComponentLine extends ThresholdLine {
  axis: 'north' | 'east';
}

/** Displacements in plan, from the initial position at the origin. East is to the right, north up, or B and A. */
export interface BearingChart {
  arrows: readonly BearingArrow[];
  /** The way of one node, oldest first; null: arrows only. */
  track: { points: readonly TracePoint[]; level: number | null; start: string } | null;
  eastName: string;
  northName: string;
  unit: string;
  decimals: number;
  /** Limits of the resultant. */
  rings: readonly ThresholdLine[];
  /** Limits of the components, where the resultant has none: lines across the plan. */
  lines: readonly ComponentLine[];
  /** Azimuth of the structure's X axis, degrees; null: not drawn. */
  azimuth: { name: string; degrees: number } | null;
  /** The mark of the north; null in axes of the array. */
  north: string | null;
}

const arrowHead = 'path://M0,-6 L4,5 L0,2.5 L-4,5 Z';

/** bearing draws the displacements with both axes at the same scale, so that limits are circles. */
export function bearing(chart: BearingChart, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const base = frame(context);
  const ends = [...chart.arrows, ...(chart.track?.points ?? [])];
  const farthest = ends.reduce((far, one) => (size(one) > size(far) ? one : far), { east: 0, north: 0 });
  const unitVector = size(farthest) > 0 ? scaled(farthest, 1 / size(farthest)) : { east: 1, north: 0 };
  const scale = equalScale(
    [
      { east: 0, north: 0 },
      ...ends,
      ...chart.rings.map((ring) => scaled(unitVector, ring.value)),
      ...chart.lines.map(({ axis, value }) => ({ east: 0, north: 0, [axis]: value })),
    ].map((one) => ({
      t: 0,
      east: one.east,
      north: one.north,
    })),
    chart.decimals,
  );
  const look = (axis: NiceAxis, name: string) => ({
    type: 'value' as const,
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    name: `${name} (${chart.unit})`,
    axisLabel: {
      color: theme.text3,
      fontSize: 11,
      hideOverlap: true,
      formatter: (v: number) => words.number(v, axis.decimals),
    },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
  });
  const nameStyle = { color: theme.text3, fontSize: 11 };
  return {
    ...base,
    grid: { left: 44, right: 20, top: 36, bottom: 40 },
    xAxis: { ...look(scale.east, chart.eastName), nameLocation: 'middle', nameGap: 24, nameTextStyle: nameStyle },
    yAxis: {
      ...look(scale.north, chart.northName),
      nameLocation: 'end',
      nameGap: 14,
      nameTextStyle: { ...nameStyle, align: 'left', padding: [0, 0, 0, -36] },
    },
    ...(chart.north
      ? {
          graphic: [
            {
              type: 'text',
              right: 30,
              top: 44,
              silent: true,
              style: {
                text: `↑ ${chart.north}`,
                fill: theme.text2,
                fontSize: 13,
                fontWeight: 600,
                fontFamily: chartFont,
              },
            },
          ] as never,
        }
      : {}),
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ((hit: { name?: string; value?: [number, number, number] }) => {
        if (!hit.value || hit.value[2] === undefined) return '';
        const [east, north, t] = hit.value;
        const line = (name: string, value: number) => ({
          color: theme.palette[0] as string,
          name,
          value: words.number(value, chart.decimals),
          unit: chart.unit,
        });
        return tooltipContent({
          head: [hit.name, words.time(t)].filter(Boolean).join(' '),
          lines: [line(chart.northName, north), line(chart.eastName, east)],
        });
      }) as never,
    },
    series: [...backdrop(chart, scale, context), ...arrows(chart, context), ...track(chart, context)],
  };
}

const size = ({ east, north }: { east: number; north: number }) => Math.hypot(east, north);
const scaled = ({ east, north }: { east: number; north: number }, by: number) => ({
  east: east * by,
  north: north * by,
});

function circle(radius: number): number[][] {
  return Array.from({ length: 121 }, (_, i) => {
    const angle = (i * Math.PI) / 60;
    return [radius * Math.sin(angle), radius * Math.cos(angle)];
  });
}

/** backdrop is the grid of circles, the cross of the axes, the structure's axis and the limits. */
function backdrop(chart: BearingChart, scale: { east: NiceAxis; north: NiceAxis }, context: ChartContext) {
  const { theme, words } = context;
  const { east, north } = scale;
  const reach = Math.max(...[east.min, east.max, north.min, north.max].map(Math.abs));
  const line = (id: string, data: number[][], style: object, more: object = {}): SeriesOption =>
    ({ id, type: 'line', silent: true, symbol: 'none', z: 1, lineStyle: style, data, ...more }) as SeriesOption;
  const count = Math.min(12, Math.floor((reach * Math.SQRT2) / east.step));
  const grid = Array.from({ length: count }, (_, i) =>
    line(`grid ${i}`, circle((i + 1) * east.step), { color: theme.grid, width: 1 }),
  );
  const far = reach * 2;
  const cross = [
    line(
      'cross east',
      [
        [-far, 0],
        [far, 0],
      ],
      { color: theme.lineCtl, width: 1 },
    ),
    line(
      'cross north',
      [
        [0, -far],
        [0, far],
      ],
      { color: theme.lineCtl, width: 1 },
    ),
  ];
  const along = ((chart.azimuth?.degrees ?? 0) * Math.PI) / 180;
  const tip = [0.8 * reach * Math.sin(along), 0.8 * reach * Math.cos(along)];
  const axis = chart.azimuth
    ? [
        line(
          'axis',
          [[0, 0], tip],
          { color: theme.text3, width: 1, type: [4, 4] },
          { endLabel: { show: true, formatter: chart.azimuth.name, color: theme.text3, fontSize: 11 } },
        ),
      ]
    : [];
  const rings = chart.rings.map((ring, i) =>
    line(`ring ${i}`, circle(ring.value), { color: theme.levelFill[ring.level], width: 1, type: [6, 4] }, { z: 2 }),
  );
  const limits = chart.lines.map(({ axis, value, level }, i) => {
    const ends = [-far, far].map((end) => (axis === 'north' ? [end, value] : [value, end]));
    return line(`limit ${i}`, ends, { color: theme.levelFill[level], width: 1, type: [6, 4] }, { z: 2 });
  });
  const label = (level: number, text: string) => ({
    show: true,
    color: theme.levelInk[level],
    backgroundColor: theme.panel,
    padding: [1, 3],
    fontSize: 11,
    fontWeight: 600,
    formatter: `${words.level(level)} ${text}`,
  });
  const names: SeriesOption = {
    id: 'ring names',
    type: 'scatter',
    silent: true,
    symbolSize: 0.1,
    z: 5,
    data: [
      ...chart.rings.flatMap((ring) => {
        const at = namePlace(ring.value, east, north);
        return at ? [{ value: at, label: label(ring.level, words.number(ring.value, chart.decimals)) }] : [];
      }),
      ...chart.lines.map(({ axis, value, level }, i) => ({
        // Names of lines next to each other are in two rows.
        value: axis === 'north' ? [inside(east, 0.02), value] : [value, inside(north, i % 2 === 0 ? 0.05 : 0.11)],
        label: {
          ...label(level, words.number(value, chart.decimals)),
          ...(axis === 'north' ? { position: 'right', distance: 0 } : {}),
        },
      })),
    ] as never[],
  };
  return [...grid, ...cross, ...axis, ...rings, ...limits, names];
}

/** inside is a share of an axis from its start. */
const inside = ({ min, max }: NiceAxis, share: number) => min + share * (max - min);

/** namePlace finds a place on a circle inside the plot, away from its edges; null if there is none. */
function namePlace(radius: number, east: NiceAxis, north: NiceAxis): [number, number] | null {
  const inset = 0.06 * (east.max - east.min);
  for (const degrees of [45, 135, 20, 160, 70, 110, 225, 315, 200, 340]) {
    const angle = (degrees * Math.PI) / 180;
    const [x, y] = [radius * Math.sin(angle), radius * Math.cos(angle)];
    if (x > east.min + inset && x < east.max - inset && y > north.min + inset && y < north.max - inset) return [x, y];
  }
  return null;
}

/** Below this length, mm, a displacement has no direction and is drawn as a dot. */
export const leastAzimuth = 0.1;

function arrows(chart: BearingChart, { theme }: ChartContext): SeriesOption[] {
  const color = theme.palette[0] as string;
  return chart.arrows.flatMap((arrow) => {
    const turned = size(arrow) >= leastAzimuth;
    const shaft: SeriesOption = {
      id: `shaft ${arrow.key}`,
      type: 'line',
      silent: true,
      symbol: 'none',
      z: arrow.current ? 4 : 3,
      lineStyle: { color, width: arrow.current ? 2 : 1.2, opacity: arrow.opacity },
      data: [
        [0, 0],
        [arrow.east, arrow.north],
      ],
    };
    const head: SeriesOption = {
      id: `head ${arrow.key}`,
      type: 'scatter',
      z: arrow.current ? 5 : 3,
      symbol: turned ? arrowHead : 'circle',
      symbolSize: turned ? (arrow.current ? [9, 12] : [6, 9]) : 5,
      symbolRotate: (-Math.atan2(arrow.east, arrow.north) * 180) / Math.PI,
      itemStyle: { color, opacity: arrow.opacity },
      labelLayout: { hideOverlap: true },
      data: [
        {
          name: arrow.label,
          value: [arrow.east, arrow.north, arrow.t],
          label: {
            show: arrow.current,
            position: labelSide(arrow),
            color: theme.text,
            fontSize: 11,
            formatter: arrow.label,
          },
        },
      ] as never[],
    };
    return turned ? [shaft, head] : [head];
  });
}

/** The side of a label on which no arrow of a similar direction runs through it. */
function labelSide({ east, north }: BearingArrow) {
  if (Math.abs(east) > Math.abs(north)) return 'top' as const;
  return east < 0 ? ('left' as const) : ('right' as const);
}

/** track is the way of a node, from light to dark, with its start and its end. */
function track({ track: way, decimals, unit }: BearingChart, { theme, words }: ChartContext): SeriesOption[] {
  const first = way?.points[0];
  const last = way?.points.at(-1);
  if (!way || !first || !last) return [];
  const color = theme.palette[0] as string;
  const age = Math.max(1, last.t - first.t);
  const plain = { type: 'scatter' as const, z: 6, silent: true };
  return [
    {
      id: 'way',
      type: 'line',
      silent: true,
      symbol: 'none',
      z: 3,
      lineStyle: { color, width: 1, opacity: 0.35 },
      data: way.points.map((p) => [p.east, p.north]),
    },
    {
      id: 'places',
      type: 'scatter',
      symbolSize: 4,
      z: 4,
      data: way.points.map((p) => ({
        value: [p.east, p.north, p.t],
        itemStyle: { color, opacity: 0.25 + (0.65 * (p.t - first.t)) / age },
      })),
    },
    {
      ...plain,
      id: 'start',
      symbol: 'circle',
      symbolSize: 9,
      itemStyle: { color: theme.panel, borderColor: color, borderWidth: 1.6 },
      label: { show: true, position: 'top', color: theme.text3, fontSize: 11, formatter: way.start },
      data: [[first.east, first.north]],
    },
    {
      ...plain,
      id: 'now',
      symbol: levelSymbol[way.level ?? 0] ?? 'circle',
      symbolSize: 12,
      itemStyle: {
        color: way.level === null ? color : (theme.levelFill[way.level] ?? color),
        borderColor: theme.panel,
        borderWidth: 1,
      },
      label: {
        show: true,
        position: 'bottom',
        color: theme.text,
        fontWeight: 600,
        formatter: `${words.number(size(last), decimals)} ${unit}`,
      },
      data: [[last.east, last.north]],
    },
  ];
}
