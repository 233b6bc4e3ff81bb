import type { TrendDay } from '@/api/stats';
import type { Level } from '@/shared/theme/tokens';

/** A part of a day's bar: shares of the plot, from the top. */
export interface Segment {
  level: Level;
  y: number;
  height: number;
}

const raised: readonly Level[] = [1, 2, 3, 4];

/** The most alerts of a day, at least 1, so that there is a scale. */
export function mostOf(days: readonly TrendDay[]): number {
  return Math.max(1, ...days.map(({ opened }) => opened));
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
