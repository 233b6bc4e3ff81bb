import type { Sample } from '@/entities/chart/gaps';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import type { PointerMark } from '@/entities/chart/use-pointer';
import type { ProcessParts } from './process-picture';

/** The curves of a panel that a cursor reads. */
export interface CursorLines {
  /** The name of the point. */
  name: string;
  series: readonly Pick<ProcessSeries, 'key' | 'name' | 'unit' | 'decimals' | 'samples'>[];
  /** Farthest reading that the cursor takes, ms. */
  reach: number;
}

type Listener = () => void;

/** The moment that a pointer shows in all panels; it changes too often for the address. */
export class BoardCursor {
  private at: number | null = null;
  private fixed: number | null = null;
  private listeners = new Set<Listener>();

  /** Where the pointer is, else the moment that was clicked last. */
  readonly current = () => this.at ?? this.fixed;

  readonly move = (at: number | null) => this.set(at, this.fixed);

  /** Keeps a moment marked while no pointer is over a chart. */
  readonly pin = (at: number | null) => this.set(this.at, at);

  private set(at: number | null, fixed: number | null) {
    if (at === this.at && fixed === this.fixed) return;
    this.at = at;
    this.fixed = fixed;
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: Listener) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

/**
 * reachOf is the farthest reading that a cursor takes: one collection interval. Where the server reduced the readings,
 * those it left out are nearer than the ones it sent, so that one step of the reduced curve counts.
 */
export function reachOfLines(interval: number, range: readonly [number, number], reduced: boolean): number {
  const step = (range[1] - range[0]) / 1200;
  if (interval <= 0) return step * 6;
  return reduced ? Math.max(interval * 1000, step) : interval * 1000;
}

/** readingAt returns the reading nearest to a moment, at most `reach` ms away; null: none. */
export function readingAt(samples: readonly Sample[], at: number, reach: number): readonly [number, number] | null {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.[0] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  let best: readonly [number, number] | null = null;
  for (const sample of [samples[low - 1], samples[low]]) {
    if (!sample || sample[1] === null) continue;
    const off = Math.abs(sample[0] - at);
    if (off <= reach && (best === null || off < Math.abs(best[0] - at))) best = [sample[0], sample[1]];
  }
  return best;
}

/** A chart with more curves shows their dots without values. */
const mostTagged = 5;

interface Look {
  palette: readonly string[];
  number: (value: number, decimals: number) => string;
}

/** marksAt returns the readings of a chart's curves at a moment, each on the axis of its plot. */
export function marksAt(
  { plots, right }: Pick<ProcessParts, 'plots' | 'right'>,
  at: number,
  reach: number,
  look: Look,
) {
  const first = plots[0]?.series.length ?? 0;
  const curves = [
    ...plots.flatMap((plot, axis) => plot.series.map((series, i) => ({ series, axis, color: series.color ?? i }))),
    ...right.map((series, i) => ({ series, axis: plots.length, color: series.color ?? first + i })),
  ];
  const marks: PointerMark[] = [];
  for (const { series, axis, color } of curves) {
    const reading = readingAt(series.samples, at, reach);
    if (!reading) continue;
    marks.push({
      ...{ key: series.key, axis, value: reading[1] },
      color: look.palette[color % look.palette.length] ?? '',
      text: look.number(reading[1], series.decimals),
    });
  }
  return curves.length > mostTagged ? marks.map((mark) => ({ ...mark, text: '' })) : marks;
}
