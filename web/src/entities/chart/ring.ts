import type { EChartsOption, SeriesOption } from 'echarts';
import { frame } from './axes';
import { chartFont } from './chart-theme';
import type { ChartContext } from './chart-words';
import { rampOpacity } from './profile-nodes';
import { tooltipContent } from './tooltip';

export type Place = readonly [x: number, y: number];

/** A ring at one time, its movement already exaggerated; null where a node is missing. */
export interface RingShape {
  t: number;
  places: readonly (Place | null)[];
}

export interface RingChord {
  key: string;
  from: Place;
  to: Place;
  text: string;
  /** Longer, shorter or as before. */
  sign: -1 | 0 | 1;
  level: number | null;
  picked: boolean;
}

/** A section of a lining, x to the right and y up, mm. */
export interface RingChart {
  initial: readonly Place[];
  /** Oldest first; the last one is the current. */
  shapes: readonly RingShape[];
  closed: boolean;
  center: Place;
  radius: number;
  /** Outline of the design, closed; empty: not known. */
  design: readonly Place[];
  /** Outline that the structure must not enter, closed. */
  clearance?: readonly Place[];
  /** Nodes that something hides. */
  masked?: readonly Place[];
  /** Radial movement of the nodes, in the color of its level. */
  bars?: readonly { from: Place; to: Place; level: number | null }[];
  chords: readonly RingChord[];
  /** Names of nodes, outside the ring. */
  labels: readonly { at: Place; name: string; value: string }[];
  /** The exaggeration and the unit of the numbers. */
  caption: string;
  /** The nodes of the current shape for the pointer: name, and its radial change as text. */
  nodes: readonly { name: string; value: string; unit: string }[];
}

/** Half of the drawn width as a multiple of the radius. */
const margin = 1.42;

/** A ring of more nodes has small dots, which do not touch. */
const manyNodes = 48;

/** ringChart draws the section; it needs a square plot. */
export function ringChart(ring: RingChart, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const base = frame(context);
  const half = ring.radius * margin;
  const [x, y] = ring.center;
  const axis = (middle: number) => ({ type: 'value' as const, show: false, min: middle - half, max: middle + half });
  const color = theme.palette[0] as string;
  const around = (places: readonly (Place | null)[]) => {
    const list = places.map((one) => (one ? [...one] : ['-', '-']));
    return (ring.closed && list[0] ? [...list, list[0]] : list) as never[];
  };
  const line = (id: string, data: never[], lineStyle: object, z: number, more: object = {}): SeriesOption =>
    ({
      id,
      type: 'line',
      silent: true,
      symbol: 'none',
      connectNulls: false,
      z,
      lineStyle,
      data,
      ...more,
    }) as SeriesOption;
  const last = ring.shapes.at(-1);
  return {
    ...base,
    grid: { left: 4, right: 4, top: 4, bottom: 4 },
    xAxis: axis(x),
    yAxis: axis(y),
    graphic: [
      {
        type: 'text',
        left: 8,
        top: 6,
        silent: true,
        style: { text: ring.caption, fill: theme.text3, fontSize: 11, fontFamily: chartFont },
      },
    ] as never,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ((hit: { seriesId?: string; dataIndex: number }) => {
        const node = hit.seriesId === 'nodes' ? ring.nodes[hit.dataIndex] : undefined;
        if (!node || !last) return '';
        return tooltipContent({ head: words.time(last.t), lines: [{ color, ...node }] });
      }) as never,
    },
    series: [
      ...(ring.bars
        ? spokes(ring).map((to, i) => line(`spoke ${i}`, [ring.center, to] as never[], spoke(theme), 0))
        : []),
      ...(ring.design.length > 0
        ? [line('design', closed(ring.design), { color: theme.lineCtl, width: 1, type: [6, 4] }, 1)]
        : []),
      ...(ring.clearance && ring.clearance.length > 0
        ? [line('clearance', closed(ring.clearance), { color: theme.levelFill[4], width: 1, type: [2, 3] }, 1)]
        : []),
      ...barSeries(ring, context),
      line('initial', around(ring.initial), { color: theme.text3, width: 1.2 }, 2),
      ...ring.shapes.map((shape, i) => {
        const current = shape === last;
        const opacity = rampOpacity(i, ring.shapes.length);
        return line(
          `shape ${shape.t}`,
          around(shape.places),
          { color, width: current ? 2.4 : 1.4, opacity },
          current ? 4 : 3,
        );
      }),
      ...ring.chords.map((chord) => chordSeries(chord, context)),
      {
        id: 'nodes',
        type: 'scatter',
        symbol: 'circle',
        symbolSize: ring.nodes.length > manyNodes ? 3 : 7,
        z: 5,
        emphasis: { disabled: true },
        itemStyle: { color: theme.panel, borderColor: color, borderWidth: 1.6 },
        data: (last?.places ?? []).map((one) => (one ? [...one] : ['-', '-'])) as never[],
      },
      {
        id: 'labels',
        type: 'scatter',
        silent: true,
        symbolSize: 0.1,
        z: 6,
        data: ring.labels.map(({ at, name, value }) => ({
          value: [...at],
          label: {
            show: true,
            color: theme.text2,
            fontSize: 11,
            formatter: context.narrow ? name : `${name}  ${value}`,
          },
        })) as never[],
      },
    ],
  };
}

const closed = (outline: readonly Place[]) => [...outline, outline[0]].map((one) => (one ? [...one] : [])) as never[];

/** circle is the outline of a circle. */
export function circle([x, y]: Place, radius: number): Place[] {
  return Array.from({ length: 120 }, (_, i): Place => {
    const angle = (i * Math.PI) / 60;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

const spoke = (theme: ChartContext['theme']) => ({ color: theme.grid, width: 1 });

/** The polar grid: a line every 30° to the edge of the drawing. */
function spokes({ center: [x, y], radius }: RingChart): Place[] {
  return Array.from({ length: 12 }, (_, i): Place => {
    const angle = (i * Math.PI) / 6;
    return [x + radius * margin * Math.cos(angle), y + radius * margin * Math.sin(angle)];
  });
}

/** One series of bars for each level, and the nodes that are hidden. */
function barSeries({ bars = [], masked = [] }: RingChart, { theme }: ChartContext): SeriesOption[] {
  const levels = [...new Set(bars.map((one) => one.level ?? 0))].sort();
  return [
    ...levels.map(
      (level): SeriesOption =>
        ({
          id: `bars ${level}`,
          type: 'line',
          silent: true,
          symbol: 'none',
          connectNulls: false,
          z: 3,
          lineStyle: { color: level > 0 ? theme.levelFill[level] : theme.palette[2], width: 4, cap: 'butt' },
          data: bars
            .filter((one) => (one.level ?? 0) === level)
            .flatMap(({ from, to }) => [[...from], [...to], ['-', '-']]) as never[],
        }) as SeriesOption,
    ),
    ...(masked.length > 0
      ? [
          {
            id: 'masked',
            type: 'scatter',
            silent: true,
            symbol: 'emptyCircle',
            symbolSize: 6,
            z: 3,
            itemStyle: { color: theme.text3 },
            data: masked.map((one) => [...one]) as never[],
          } as SeriesOption,
        ]
      : []),
  ];
}

/** A chord with its change, in the color of its level from yellow on. */
function chordSeries({ key, from, to, text, sign, level, picked }: RingChord, { theme }: ChartContext): SeriesOption {
  const alarming = level !== null && level >= 2;
  const ink = alarming ? theme.levelInk[level] : sign === 0 ? theme.text2 : theme.palette[sign < 0 ? 1 : 0];
  const color = alarming ? theme.levelFill[level] : ink;
  const place = 0.24;
  const middle = [from[0] + (to[0] - from[0]) * place, from[1] + (to[1] - from[1]) * place];
  return {
    id: `chord ${key}`,
    type: 'line',
    silent: true,
    symbol: 'circle',
    showSymbol: true,
    symbolSize: 0.1,
    z: 2,
    lineStyle: { color: color as string, width: picked ? 2 : 1, type: alarming || picked ? 'solid' : [3, 3] },
    data: [
      [...from],
      {
        value: middle,
        label: {
          show: true,
          position: 'inside',
          color: ink as string,
          backgroundColor: theme.panel,
          padding: [1, 3],
          fontSize: 11,
          fontWeight: 600,
          formatter: text,
        },
      },
      [...to],
    ] as never[],
  } as SeriesOption;
}
