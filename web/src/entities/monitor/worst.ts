import type { LatestValue, Overview } from '@/api/types';
import { isAhead } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';

type Judged = Pick<LatestValue, 'level' | 'share' | 'time' | 'value'>;

/** Worst first: level, then share of the red control value, then size, then what was read last. */
export function byWorst(a: Judged, b: Judged): number {
  return (
    (b.level ?? -1) - (a.level ?? -1) ||
    (b.share ?? -1) - (a.share ?? -1) ||
    Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0) ||
    b.time - a.time
  );
}

/** After this many collection intervals without a reading, the level is only that of the last judgement. */
const staleIntervals = 3;

/** Reports whether the newest reading says nothing about the present: it is old, missing, or ahead of the clock. */
export function isStale({ time, interval }: Pick<LatestValue, 'time' | 'interval'>, now: number): boolean {
  if (time <= 0 || isAhead(time, now)) return true;
  return interval > 0 && now - time > staleIntervals * interval;
}

function levelCounts(points: readonly Pick<LatestValue, 'level'>[]): [number, number, number, number, number] {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const { level } of points) if (level !== null) counts[asLevel(level)]++;
  return counts;
}

/** An overview with newer values; the same object if none applies. */
export function withLatest(overview: Overview, latest: readonly LatestValue[]): Overview {
  const newer = new Map(latest.map((value) => [value.measuringPointId, value]));
  if (!overview.list.some((point) => newer.has(point.measuringPointId))) return overview;
  const list = overview.list.map((point) => ({ ...point, ...newer.get(point.measuringPointId) }));
  const judged = list.filter((point) => point.level !== null);
  return {
    ...overview,
    list,
    levels: levelCounts(list),
    level: judged.length === 0 ? null : Math.max(...judged.map((point) => point.level ?? 0)),
    judged: judged.length,
    notJudged: list.length - judged.length,
    noData: list.filter((point) => point.level === null && point.time === 0).length,
  };
}
