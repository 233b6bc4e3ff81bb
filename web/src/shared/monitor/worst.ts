import type { LatestValue, Overview } from '@/api/types';
import { asLevel, type Level } from '@/shared/theme/tokens';

type Judged = Pick<LatestValue, 'level' | 'share' | 'time' | 'value'>;

/** Worst first: level, then share of the red control value, then size, then what was read last. */
export function byWorst(a: Judged, b: Judged): number {
  return (
    b.level - a.level ||
    (b.share ?? -1) - (a.share ?? -1) ||
    Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0) ||
    b.time - a.time
  );
}

/** The worst of some points; points without any reading only where there is no other. */
export function worstOf<P extends Judged>(points: readonly P[]): P | undefined {
  const read = points.filter((point) => point.time > 0);
  return [...(read.length > 0 ? read : points)].sort(byWorst)[0];
}

/** How long after the last reading the level is only that of the last judgement, in collection intervals. */
const staleIntervals = 3;

export function isStale(point: Pick<LatestValue, 'time' | 'interval'>, now: number): boolean {
  return point.time > 0 && point.interval > 0 && now - point.time > staleIntervals * point.interval;
}

/** Whether nothing of a site is up to date any more. */
export function allStale(points: readonly LatestValue[], now: number): boolean {
  const read = points.filter((point) => point.time > 0);
  return read.length > 0 && read.every((point) => isStale(point, now));
}

/** Share of the points with readings that came within three intervals; undefined without any. */
export function upToDateShare(points: readonly LatestValue[], now: number): number | undefined {
  const read = points.filter((point) => point.time > 0);
  if (read.length === 0) return undefined;
  return read.filter((point) => !isStale(point, now)).length / read.length;
}

export function levelCounts(points: readonly Pick<LatestValue, 'level'>[]): [number, number, number, number, number] {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const point of points) counts[asLevel(point.level)]++;
  return counts;
}

export function worstLevel(points: readonly Pick<LatestValue, 'level'>[]): Level {
  return asLevel(points.reduce((worst, point) => Math.max(worst, point.level), 0));
}

/** An overview with newer values put in; the same object when nothing of it is meant. */
export function withLatest(overview: Overview, latest: readonly LatestValue[]): Overview {
  const newer = new Map(latest.map((value) => [value.measuringPointId, value]));
  if (!overview.list.some((point) => newer.has(point.measuringPointId))) return overview;
  const list = overview.list.map((point) => ({ ...point, ...newer.get(point.measuringPointId) }));
  return { ...overview, list, levels: levelCounts(list) };
}
