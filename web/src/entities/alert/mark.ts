import { asLevel, type Level } from '@/ui/theme/tokens';

/** What stands where a level would: the level, or that nothing was judged, or that nothing was ever read. */
export type Mark = Level | 'notJudged' | 'noData';

export const neutralMarks = ['notJudged', 'noData'] as const;

export function isLevel(mark: Mark): mark is Level {
  return typeof mark === 'number';
}

/** The mark of a point, by the time of its newest reading: none (0, null) where it never had one. */
export function pointMark(level: number | null, time: number | null): Mark {
  if (level !== null) return asLevel(level);
  return time ? 'notJudged' : 'noData';
}

/** What counts of points say, of which only the judged ones have a level. */
export interface Tally {
  level: number | null;
  points: number;
  judged: number;
  notJudged: number;
  noData: number;
  levels: readonly number[];
}

/** The mark of many points: the worst of the judged ones. */
export function tallyMark({ level, points, noData }: Pick<Tally, 'level' | 'points' | 'noData'>): Mark {
  if (level !== null) return asLevel(level);
  return points > 0 && noData === points ? 'noData' : 'notJudged';
}

/** Orders marks: by level, below them what is not judged, then what has no data. */
export function markRank(mark: Mark): number {
  if (isLevel(mark)) return mark;
  return mark === 'notJudged' ? -1 : -2;
}

/** The worst of many marks; not judged where there are none. */
export function worstMark(marks: readonly Mark[]): Mark {
  const [first = 'notJudged', ...rest] = marks;
  return rest.reduce((worst, mark) => (markRank(mark) > markRank(worst) ? mark : worst), first);
}
