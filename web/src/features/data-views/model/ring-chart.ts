import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ChartContext } from '@/entities/chart/chart-words';
import { lineProfile } from '@/entities/chart/line-profile';
import { withPalette } from '@/entities/chart/palette';
import { circle, type Place, type RingChart, ringChart } from '@/entities/chart/ring';
import { levelOf, shareOfRed, type Threshold } from '@/entities/chart/threshold-lines';
import { formatChange, formatNumber } from '@/ui/format/number';
import { type ProcessRecipe, showsThresholds, type ViewTexts } from './process-picture';
import { thresholdOf } from './profile-rows';
import { angleOf, distance, fitCircle, ovalityChange, type RingNode } from './ring';
import { broken } from './scanned-section';
import type { FieldInfo } from './types';
import type { ViewState } from './view-state';

export const exaggerations = [10, 20, 50, 100, 200, 500] as const;

/** Share of the radius that the greatest movement takes by default. */
const wantedShare = 0.2;

/** exaggerationOf is the chosen exaggeration, or the one that makes the greatest movement well visible. */
export function exaggerationOf(chosen: number | null, most: number, radius: number): number {
  const asked = exaggerations.find((one) => one === chosen);
  if (asked) return asked;
  const fitting = [...exaggerations].reverse().find((one) => one * most <= wantedShare * radius);
  return fitting ?? exaggerations[0];
}

/** A chord of the table. */
export interface ChordLine {
  from: number;
  to: number;
  /** mm; null: a node is missing. */
  initial: number | null;
  now: number | null;
  convergence: number | null;
  /** Change against the reading a day earlier. */
  day: number | null;
  level: number | null;
  share: number | null;
}

/** chordName names a chord by its nodes. */
export const chordName = ({ from, to }: Pick<ChordLine, 'from' | 'to'>) => `${from}–${to}`;

/** What the server computed since the initial value; null relative to a base. */
type Stored = (node: number) => number | null;

/** chordLines are the chords at the current time, with what they were and how they changed in a day. */
export function chordLines(
  chords: readonly (readonly [number, number])[],
  current: readonly RingNode[],
  before: readonly RingNode[],
  stored: Stored | null,
  thresholds: readonly Threshold[],
): ChordLine[] {
  const ends = (nodes: readonly RingNode[], from: number, to: number) => {
    const [a, b] = [nodes.find((one) => one.no === from), nodes.find((one) => one.no === to)];
    return a && b ? { initial: distance(a.before, b.before), now: distance(a.now, b.now) } : null;
  };
  return chords.map(([from, to]) => {
    const here = ends(current, from, to);
    const earlier = ends(before, from, to);
    const known = stored?.(from) ?? null;
    const threshold = thresholdOf(thresholds, 'convergence', 'accumulated', from);
    return {
      from,
      to,
      initial: here?.initial ?? null,
      now: here?.now ?? null,
      convergence: known ?? (here ? here.now - here.initial : null),
      day: here && earlier ? here.now - earlier.now : null,
      level: threshold && known !== null ? levelOf(threshold, known) : null,
      share: threshold && known !== null ? shareOfRed(threshold, known) : null,
    };
  });
}

/** worstChords returns the first nodes of the n chords that changed most. */
export function worstChords(lines: readonly ChordLine[], n: number): number[] {
  const size = (line: ChordLine) => Math.abs(line.convergence ?? 0);
  const worst = [...lines].sort((a, b) => size(b) - size(a)).slice(0, n);
  return lines.filter((line) => worst.includes(line)).map((line) => line.from);
}

export interface RingSummary {
  radius: number;
  radiusBefore: number;
  ovality: number | null;
}

/** summaryOf are the radius of the fitted circle and the change in ovality. */
export function summaryOf(nodes: readonly RingNode[], design: number, open: boolean): RingSummary {
  const [now, before] = [nodes.map((one) => one.now), nodes.map((one) => one.before)];
  const radiusBefore = fitCircle(before).radius;
  const ovality = open ? null : ovalityChange(now, before, design || radiusBefore);
  return { radius: fitCircle(now).radius, radiusBefore, ovality };
}

interface Drawing {
  states: readonly { t: number; nodes: readonly RingNode[] }[];
  lines: readonly ChordLine[];
  shown: readonly number[];
  scale: number;
  /** Design radius; 0: not known. */
  design: number;
  open: boolean;
  field: FieldInfo | undefined;
  /** All nodes, if a part of the section is drawn: the center is theirs. */
  nodes?: readonly RingNode[];
  /** Nodes of the whole scanned section: no line is drawn across those that are missing. */
  count?: number;
  /** What a scanned section shows, too. */
  section?: Pick<RingChart, 'design' | 'clearance' | 'masked'>;
  /** The level of a radial change; bars are drawn with it. */
  judge?: ((no: number) => number | null) | undefined;
}

/** storedJudge returns the level of a node by its stored radial change, smoothed or not; null if nothing judges it. */
export function storedJudge(stored: readonly RingNode[], thresholds: readonly Threshold[]) {
  const levels = new Map(
    stored.map(({ no, radial }) => {
      const threshold = thresholdOf(thresholds, 'radial', 'accumulated', no);
      return [no, threshold ? levelOf(threshold, radial) : null];
    }),
  );
  return (no: number) => levels.get(no) ?? null;
}

/** outward is the place that lies so far outside another, seen from the center. */
export function outward([x, y]: Place, center: Place, by: number): Place {
  const [dx, dy] = [x - center[0], y - center[1]];
  const size = Math.hypot(dx, dy) || 1;
  return [x + (dx / size) * by, y + (dy / size) * by];
}

type RingWords = (key: 'circular.caption', values: { scale: number; unit: string }) => string;

/** ringDrawing exaggerates the movement of a ring. */
export function ringDrawing(drawing: Drawing, { hidden }: Pick<ViewState, 'hidden'>, t: RingWords): RingChart | null {
  const { states, lines, shown, scale, design, open, field, judge } = drawing;
  const current = states.at(-1)?.nodes ?? [];
  if (current.length < 3) return null;
  const { center, radius } = fitCircle((drawing.nodes ?? current).map((one) => one.before));
  const moved = ({ before, now }: RingNode): Place => [
    before[0] + scale * (now[0] - before[0]),
    before[1] + scale * (now[1] - before[1]),
  ];
  const at = (no: number) => current.find((one) => one.no === no);
  const { decimals = 2, unit = 'mm' } = field ?? {};
  const outside = (node: RingNode): Place => {
    const [x, y] = moved(node);
    const [dx, dy] = [x - center[0], y - center[1]];
    const far = Math.max(radius, Math.hypot(dx, dy)) + radius * 0.16;
    const size = Math.hypot(dx, dy) || 1;
    return [center[0] + (dx / size) * far, center[1] + (dy / size) * far];
  };
  const order = drawing.count ? broken(current, drawing.count, !open) : current;
  const named = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return {
    initial: current.map((one) => one.before),
    shapes: states.map(({ t, nodes }) => ({
      t,
      places: order.map((at) => {
        const node = at && nodes.find((one) => one.no === at.no);
        return node ? moved(node) : null;
      }),
    })),
    closed: !open,
    caption: t('circular.caption', { scale, unit }),
    center,
    radius,
    design: design > 0 ? circle(center, design) : [],
    ...drawing.section,
    ...(judge && {
      bars: current.map(({ no, before, radial }) => ({
        from: before,
        to: outward(before, center, scale * radial),
        level: judge(no),
      })),
    }),
    chords: hidden.includes('chords')
      ? []
      : lines.flatMap((line) => {
          const [a, b] = [at(line.from), at(line.to)];
          if (!a || !b) return [];
          const change = line.convergence ?? 0;
          const sign = Math.abs(change) < 10 ** -decimals / 2 ? 0 : change < 0 ? -1 : 1;
          return {
            key: chordName(line),
            from: moved(a),
            to: moved(b),
            text: formatChange(line.convergence, decimals),
            sign,
            level: line.level,
            picked: shown.includes(line.from),
          };
        }),
    labels: current
      .filter((one) => named.size === 0 || named.has(one.no))
      .map((one) => ({ at: outside(one), name: String(one.no), value: formatChange(one.radial, 1) })),
    nodes: order.map((one) => ({
      name: one ? String(one.no) : '',
      value: formatNumber(one?.radial, decimals),
      unit,
    })),
  };
}

/** unrolled draws the radial changes over the angle. */
export function unrolled(
  { states, field }: Pick<Drawing, 'states' | 'field'>,
  limits: readonly Threshold[],
  { hidden }: Pick<ViewState, 'hidden'>,
  configs: ChartConfigs,
  context: ChartContext,
  t: ViewTexts,
) {
  const { center } = fitCircle((states.at(-1)?.nodes ?? []).map((one) => one.before));
  return lineProfile(
    {
      name: field?.label ?? '',
      unit: field?.unit ?? 'mm',
      decimals: field?.decimals ?? 2,
      curves: states.map(({ t: time, nodes }) => ({
        t: time,
        nodes: nodes
          .map((one) => ({ no: one.no, depth: angleOf(one.before, center), value: one.radial }))
          .sort((a, b) => a.depth - b.depth),
      })),
      place: {
        name: t('circular.angle'),
        text: (degrees) => formatNumber(degrees, 0),
        span: [0, 360],
        ticks: [0, 45, 90, 135, 180, 225, 270, 315, 360],
      },
      thresholds: showsThresholds(hidden, configs) ? limits : [],
      steps: null,
      picked: null,
    },
    { ...context, theme: withPalette(context.theme, configs.palette) },
  );
}

/** ringPicture draws the section. */
export const ringPicture = (drawing: RingChart, configs: ChartConfigs, context: ChartContext) =>
  ringChart(drawing, { ...context, theme: withPalette(context.theme, configs.palette) });

/** chordRecipe: the convergence of chosen chords over time, named by their nodes. */
export function chordRecipe(lines: readonly ChordLine[], shown: readonly number[]): ProcessRecipe {
  const name = (key: string) => lines.find((line) => key === `convergence:${line.from}`);
  return {
    fields: ['convergence'],
    right: [],
    nodes: [...shown],
    stacked: false,
    types: ['accumulated'],
    dashed: [],
    refine: (series) =>
      series.map((one) => {
        const line = name(one.key);
        return line ? { ...one, name: chordName(line) } : one;
      }),
  };
}
