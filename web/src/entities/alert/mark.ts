import { asLevel, type Level } from '@/ui/theme/tokens';

/** A level, "not judged", or "no data". */
export type Mark = Level | 'notJudged' | 'noData';

export const neutralMarks = ['notJudged', 'noData'] as const;

export function isLevel(mark: Mark): mark is Level {
  return typeof mark === 'number';
}

/** The mark of a point. `time` is that of its newest reading; 0 or null if it has none. */
export function pointMark(level: number | null, time: number | null): Mark {
  if (level !== null) return asLevel(level);
  return time ? 'notJudged' : 'noData';
}

/** Point counts by level; only judged points have one. */
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

/** Orders marks by level; "not judged" ranks below all levels, "no data" lowest. */
export function markRank(mark: Mark): number {
  if (isLevel(mark)) return mark;
  return mark === 'notJudged' ? -1 : -2;
}

/** The worst of several marks; not judged if there are none. */
export function worstMark(marks: readonly Mark[]): Mark {
  const [first = 'notJudged', ...rest] = marks;
  return rest.reduce((worst, mark) => (markRank(mark) > markRank(worst) ? mark : worst), first);
}
