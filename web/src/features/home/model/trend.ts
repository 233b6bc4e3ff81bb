import type { TrendDay } from '@/api/stats';
import type { Level } from '@/ui/theme/tokens';

/** A part of a day's bar: shares of the plot, from the top. */
export interface Segment {
  level: Level;
  y: number;
  height: number;
}

const raised: readonly Level[] = [1, 2, 3, 4];

/** The numbers of an axis that begins at zero. */
export interface CountAxis {
  top: number;
  ticks: number[];
}

const mostSteps = 4;

/** Whole, round numbers up to at least the most alerts of a day, so that a quiet month has a scale too. */
export function axisOf(days: readonly Pick<TrendDay, 'opened'>[]): CountAxis {
  const most = Math.max(1, ...days.map(({ opened }) => opened));
  const power = 10 ** Math.floor(Math.log10(most));
  const steps = [0.1, 0.2, 0.5, 1, 2].map((share) => Math.max(1, Math.round(share * power)));
  const step = steps.find((one) => most / one <= mostSteps) ?? most;
  const count = Math.ceil(most / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, tick) => tick * step) };
}

const week = 7;

/** The days labeled with a date: today and each week before. */
export function datedDays(count: number): number[] {
  return Array.from({ length: Math.ceil(count / week) }, (_, weeks) => count - 1 - weeks * week).reverse();
}

/** Sums of alerts by level. */
export function levelSums(days: readonly Pick<TrendDay, 'levels'>[]): number[] {
  return [0, 1, 2, 3, 4].map((level) => days.reduce((sum, { levels }) => sum + (levels[level] ?? 0), 0));
}

/** The bar of a day: blue at the foot, red on top. */
export function segmentsOf(day: Pick<TrendDay, 'levels'>, most: number): Segment[] {
  let y = 1;
  return raised.flatMap((level) => {
    const count = day.levels[level] ?? 0;
    if (count === 0) return [];
    const height = count / most;
    y -= height;
    return [{ level, y, height }];
  });
}
